// What is wrong with a file: thrown by the readers, turned into an error for people by bindings.
#pragma once
#include <exception>
#include <string>
#include <utility>

namespace subwords {

struct Fault : std::exception {
  Fault(std::string what_, std::string where_, std::string remedy_ = {})
      : text(std::move(what_)), where(std::move(where_)), remedy(std::move(remedy_)) {}
  const char* what() const noexcept override { return text.c_str(); }

  std::string text;    // what is wrong, without a final full stop
  std::string where;   // a JSON path, "line 3 column 4", "byte 7", or nothing
  std::string remedy;  // a sentence, or nothing
};

}  // namespace subwords
