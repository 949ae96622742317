// Binding of the project's own functions of a real number, for the tests that compare engines.
#include "text/arithmetic.hpp"

#include "module.hpp"

namespace subwords {

void bind_arithmetic(nb::module_& m) {
  m.def("natural_log", &natural_log);
  m.def("exponential", &exponential);
  m.def("log_add", &log_add);
}

}  // namespace subwords
