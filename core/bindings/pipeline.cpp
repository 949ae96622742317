// The compiled pipeline as Python sees it: str in, lists, arrays and columns out.
#include "pipeline/pipeline.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>

#include "cuts.hpp"
#include "models.hpp"
#include "module.hpp"
#include "python_text.hpp"
#include "steps.hpp"
#include "tables.hpp"
#include "text.hpp"

namespace subwords {
namespace bindings {
namespace {

// Below this, letting other threads run costs more than encoding.
constexpr size_t kReleaseGilBytes = 4096;
// Ids from here on get a new int each time; a file may name an id of four thousand millions.
constexpr size_t kMostSharedInts = size_t{1} << 22;

[[noreturn]] void raise_text_error(const TextError& error, bool in_batch) {
  const nb::module_ errors = nb::module_::import_("subwords.errors");
  nb::object raised;
  if (error.position == SIZE_MAX) {
    raised = errors.attr("UnsupportedError")(
        "a text longer than 2 GiB of UTF-8 cannot be encoded at once; cut it into parts");
  } else if (in_batch) {
    raised = errors.attr("SurrogateError")(error.position, error.text);
  } else {
    raised = errors.attr("SurrogateError")(error.position);
  }
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(raised.ptr())), raised.ptr());
  throw nb::python_error();
}

Template template_of(nb::handle slots) {
  Template out;
  for (nb::handle item : slots) {
    const nb::tuple slot = nb::cast<nb::tuple>(item);
    const auto kind = nb::cast<std::string>(slot[0]);
    out.push_back({kind == "A"   ? Slot::Kind::kFirst
                   : kind == "B" ? Slot::Kind::kSecond
                                 : Slot::Kind::kSpecial,
                   nb::cast<uint32_t>(slot[1]), nb::cast<uint32_t>(slot[2])});
  }
  return out;
}

// One Python int per id, made when first needed: lists of ids then cost a reference each. A file
// may state any id up to 2^32 - 2, so there is a place for those below a limit only.
class IntCache {
 public:
  explicit IntCache(size_t size) : ints_(std::min(size, kMost), nullptr) {}
  ~IntCache() {
    for (PyObject* value : ints_) Py_XDECREF(value);
  }
  IntCache(const IntCache&) = delete;
  IntCache& operator=(const IntCache&) = delete;

  // A new reference.
  PyObject* get(uint32_t id) {
    if (id >= ints_.size()) return PyLong_FromUnsignedLong(id);
    PyObject*& value = ints_[id];
    if (value == nullptr) value = PyLong_FromUnsignedLong(id);
    Py_XINCREF(value);
    return value;
  }
  nb::object list(const uint32_t* ids, size_t size) {
    PyObject* const out = PyList_New(static_cast<Py_ssize_t>(size));
    if (out == nullptr) throw nb::python_error();
    for (size_t i = 0; i < size; ++i) {
      PyList_SET_ITEM(out, static_cast<Py_ssize_t>(i), get(ids[i]));
    }
    return nb::steal(out);
  }

 private:
  static constexpr size_t kMost = size_t{1} << 20;
  std::vector<PyObject*> ints_;
};

template <class T>
nb::object owned_array(T* data, size_t size, void (*release)(void*) noexcept, void* owner) {
  nb::capsule capsule(owner, release);
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {size}, capsule));
}

nb::object array_of(IdBuffer&& ids) {
  const size_t size = ids.size();
  ids.reserve_more(1);  // never a null pointer
  uint32_t* const data = ids.release();
  return owned_array(data, size, [](void* p) noexcept { std::free(p); }, data);
}

nb::object array_of(std::vector<int64_t>&& rows) {
  auto* const held = new std::vector<int64_t>(std::move(rows));
  return owned_array(
      held->data(), held->size(),
      [](void* p) noexcept { delete static_cast<std::vector<int64_t>*>(p); }, held);
}

// The options of a call, and what they refer to.
class Options : public EncodeOptions {
 public:
  Options(const Pipeline& pipeline, bool add_special, nb::handle allowed_tokens,
          nb::handle errors) {
    add_special_tokens = add_special;
    if (PyUnicode_CompareWithASCIIString(errors.ptr(), "replace") == 0) {
      surrogates = Surrogates::kReplace;
    }
    if (allowed_tokens.is_none()) return;
    std::vector<std::u32string> contents;
    for (nb::handle content : allowed_tokens) contents.push_back(code_points(content));
    flags_ = pipeline.added_tokens().allow(contents);
    allowed = flags_;
    allows_none = contents.empty();
  }

 private:
  std::vector<uint8_t> flags_;
};

class BoundPipeline {
 public:
  BoundPipeline(PipelineSpec spec, size_t rows)
      : pipeline_(std::move(spec)), ints_(std::min(rows, kMostSharedInts)) {}

  nb::object encode(nb::handle text, bool add_special_tokens, nb::handle allowed,
                    nb::handle errors) {
    const RawText raw = raw_text(text);
    const Options options(pipeline_, add_special_tokens, allowed, errors);
    IdBuffer ids;
    std::optional<TextError> error;
    if (raw.bytes() < kReleaseGilBytes) {
      error = pipeline_.encode(raw, options, ids);
    } else {
      const nb::gil_scoped_release unlocked;
      error = pipeline_.encode(raw, options, ids);
    }
    if (error) raise_text_error(*error, false);
    return ints_.list(ids.data(), ids.size());
  }

  std::unique_ptr<Columns> annotate(nb::handle text, nb::handle pair, bool add_special_tokens,
                                    nb::handle allowed, nb::handle errors) {
    const RawText first = raw_text(text);
    const RawText second = pair.is_none() ? RawText{} : raw_text(pair);
    const Options options(pipeline_, add_special_tokens, allowed, errors);
    auto columns = std::make_unique<Columns>();
    const RawText* const other = pair.is_none() ? nullptr : &second;
    std::optional<TextError> error;
    if (first.bytes() + second.bytes() < kReleaseGilBytes) {
      error = pipeline_.annotate(first, other, options, *columns);
    } else {
      const nb::gil_scoped_release unlocked;
      error = pipeline_.annotate(first, other, options, *columns);
    }
    if (error) raise_text_error(*error, false);
    return columns;
  }

  nb::tuple encode_batch(nb::handle texts, bool add_special_tokens, nb::handle allowed,
                         nb::handle errors, unsigned threads) {
    return batch_of(texts, add_special_tokens, allowed, errors,
                    [&](std::span<const RawText> raw, const Options& options, Batch& batch) {
                      return pipeline_.encode_batch(raw, options, threads, batch);
                    });
  }

  // One text whose segmentation is drawn at random from stream `stream` of the seed.
  nb::object sample(nb::handle text, bool add_special_tokens, nb::handle allowed,
                    nb::handle errors, double amount, uint64_t seed, uint64_t stream) {
    const RawText raw = raw_text(text);
    const Options options(pipeline_, add_special_tokens, allowed, errors);
    IdBuffer ids;
    std::optional<TextError> error;
    {
      const nb::gil_scoped_release unlocked;
      error = pipeline_.sample(raw, options, {amount, RandomStream(seed, stream)}, ids);
    }
    if (error) raise_text_error(*error, false);
    return ints_.list(ids.data(), ids.size());
  }

  nb::tuple sample_batch(nb::handle texts, bool add_special_tokens, nb::handle allowed,
                         nb::handle errors, double amount, uint64_t seed, unsigned threads) {
    return batch_of(texts, add_special_tokens, allowed, errors,
                    [&](std::span<const RawText> raw, const Options& options, Batch& batch) {
                      return pipeline_.sample_batch(raw, options, amount, seed, threads, batch);
                    });
  }

  // Rows of ids as lists.
  nb::object lists(nb::ndarray<const uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> ids,
                   nb::ndarray<const int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> rows) {
    const size_t count = rows.shape(0) == 0 ? 0 : rows.shape(0) - 1;
    nb::object out = nb::steal(PyList_New(static_cast<Py_ssize_t>(count)));
    if (!out.is_valid()) throw nb::python_error();
    for (size_t i = 0; i < count; ++i) {
      const int64_t begin = rows.data()[i], end = rows.data()[i + 1];
      if (begin < 0 || end < begin || end > static_cast<int64_t>(ids.shape(0))) {
        throw nb::value_error("row offsets must rise within the ids");
      }
      nb::object row = ints_.list(ids.data() + begin, static_cast<size_t>(end - begin));
      PyList_SET_ITEM(out.ptr(), static_cast<Py_ssize_t>(i), row.release().ptr());
    }
    return out;
  }

  nb::object normalize(nb::handle text, nb::handle errors) {
    const RawText raw = raw_text(text);
    const Options options(pipeline_, false, nb::none(), errors);
    std::string normalized;
    std::optional<TextError> error;
    {
      const nb::gil_scoped_release unlocked;
      error = pipeline_.normalize_text(raw, options.surrogates, normalized);
    }
    if (error) raise_text_error(*error, false);
    return to_str(normalized);
  }

  const Pipeline& pipeline() const { return pipeline_; }

 private:
  // Reads many texts, encodes them without the GIL, and gives (flat ids, row offsets).
  template <class Encode>
  nb::tuple batch_of(nb::handle texts, bool add_special_tokens, nb::handle allowed,
                     nb::handle errors, Encode&& encode) {
    // A tuple of our own keeps every text alive while other threads may change the caller's list.
    const nb::object held = nb::steal(PySequence_Tuple(texts.ptr()));
    if (!held.is_valid()) throw nb::python_error();
    const auto count = static_cast<size_t>(PyTuple_GET_SIZE(held.ptr()));
    std::vector<RawText> raw(count);
    for (size_t i = 0; i < count; ++i) {
      raw[i] = raw_text(PyTuple_GET_ITEM(held.ptr(), static_cast<Py_ssize_t>(i)));
    }
    const Options options(pipeline_, add_special_tokens, allowed, errors);
    Batch batch;
    std::optional<TextError> error;
    {
      const nb::gil_scoped_release unlocked;
      error = encode(raw, options, batch);
    }
    if (error) raise_text_error(*error, true);
    return nb::make_tuple(array_of(std::move(batch.ids)), array_of(std::move(batch.rows)));
  }

  Pipeline pipeline_;
  IntCache ints_;
};

// A column of the rows as an array that shares their memory.
template <class T>
nb::object column(nb::handle self, const T Row::*field) {
  const Columns& columns = *nb::inst_ptr<Columns>(self);
  static const Row kNone{};
  const Row* const rows = columns.size() == 0 ? &kNone : columns.rows.data();
  const size_t shape[1] = {columns.size()};
  const int64_t strides[1] = {sizeof(Row) / sizeof(T)};
  return nb::cast(nb::ndarray<nb::numpy, const T, nb::ndim<1>>(&(rows->*field), 1, shape, self,
                                                               strides));
}

// A list with one item per row; `make` gives a new reference, or null with an exception set.
template <class Make>
nb::object list_of_rows(const Columns& columns, Make&& make) {
  nb::object out = nb::steal(PyList_New(static_cast<Py_ssize_t>(columns.size())));
  if (!out.is_valid()) throw nb::python_error();
  for (size_t i = 0; i < columns.size(); ++i) {
    PyObject* const item = make(columns.rows.data()[i]);
    if (item == nullptr) throw nb::python_error();
    PyList_SET_ITEM(out.ptr(), static_cast<Py_ssize_t>(i), item);
  }
  return out;
}

nb::object id_list(const Columns& columns) {
  return list_of_rows(columns, [](const Row& row) { return PyLong_FromUnsignedLong(row.id); });
}

nb::object offset_list(const Columns& columns) {
  // A token often begins where the one before ended: that int is shared.
  nb::object last_end = nb::steal(PyLong_FromLong(0));
  uint32_t last = 0;
  return list_of_rows(columns, [&](const Row& row) -> PyObject* {
    nb::object begin = row.begin == last ? last_end : nb::steal(PyLong_FromUnsignedLong(row.begin));
    last_end = nb::steal(PyLong_FromUnsignedLong(row.end));
    last = row.end;
    if (!begin.is_valid() || !last_end.is_valid()) return nullptr;
    PyObject* const pair = PyTuple_New(2);
    if (pair == nullptr) return nullptr;
    PyTuple_SET_ITEM(pair, 0, begin.release().ptr());
    PyTuple_SET_ITEM(pair, 1, last_end.inc_ref().ptr());
    return pair;
  });
}

// A column of what whole runs of rows have in common.
template <class T, class Value>
nb::object run_column(const Columns& columns, Value&& value_of) {
  auto* const values = static_cast<T*>(std::malloc(columns.size() * sizeof(T) + 1));
  if (values == nullptr) throw std::bad_alloc();
  size_t at = 0;
  for (const RowRun& run : columns.runs) {
    for (; at < run.end; ++at) values[at] = value_of(run);
  }
  return owned_array(values, columns.size(), [](void* p) noexcept { std::free(p); }, values);
}

std::unique_ptr<BoundPipeline> make_pipeline(nb::list normalizer, nb::list pre_tokenizer,
                                             const PyModel& model, nb::handle added_tokens,
                                             nb::tuple templates, size_t rows) {
  PipelineSpec spec;
  spec.normalizer = normalizer_chain(normalizer);
  spec.pre_tokenizer = pre_tokenizer_chain(pre_tokenizer);
  spec.model = model.model;
  spec.added_tokens = added_token_list(added_tokens);
  spec.single = template_of(nb::object(templates[0]));
  spec.pair = template_of(nb::object(templates[1]));
  spec.plain_single = template_of(nb::object(templates[2]));
  spec.plain_pair = template_of(nb::object(templates[3]));
  const nb::gil_scoped_release unlocked;
  return std::make_unique<BoundPipeline>(std::move(spec), rows);
}

}  // namespace
}  // namespace bindings

void bind_pipeline(nb::module_& m) {
  using namespace bindings;
  nb::class_<Columns>(m, "Columns")
      .def("id_list", &id_list)
      .def("offset_list", &offset_list)
      .def_prop_ro("ids", [](nb::handle self) { return column(self, &Row::id); })
      .def_prop_ro("begins", [](nb::handle self) { return column(self, &Row::begin); })
      .def_prop_ro("ends", [](nb::handle self) { return column(self, &Row::end); })
      .def_prop_ro("word_ids", [](nb::handle self) { return column(self, &Row::word); })
      .def_prop_ro("sequence_ids",
                   [](const Columns& self) {
                     return run_column<int8_t>(self, [](const RowRun& r) { return r.sequence; });
                   })
      .def_prop_ro("type_ids",
                   [](const Columns& self) {
                     return run_column<uint32_t>(self, [](const RowRun& r) { return r.type_id; });
                   })
      .def_prop_ro("special",
                   [](const Columns& self) {
                     return run_column<bool>(self, [](const RowRun& r) { return r.special(); });
                   })
      .def_prop_ro("matches", [](const Columns& self) {
        nb::list out;
        for (const MatchedRow& match : self.matches) {
          out.append(nb::make_tuple(match.row, to_str(match.text)));
        }
        return out;
      });
  nb::class_<BoundPipeline>(m, "Pipeline")
      .def(nb::new_(&make_pipeline))
      .def("encode", &BoundPipeline::encode, nb::arg("text"), nb::arg("add_special_tokens"),
           nb::arg("allowed").none(), nb::arg("errors"))
      .def("annotate", &BoundPipeline::annotate, nb::arg("text"), nb::arg("pair").none(),
           nb::arg("add_special_tokens"), nb::arg("allowed").none(), nb::arg("errors"))
      .def("encode_batch", &BoundPipeline::encode_batch, nb::arg("texts"),
           nb::arg("add_special_tokens"), nb::arg("allowed").none(), nb::arg("errors"),
           nb::arg("threads"))
      .def("sample", &BoundPipeline::sample, nb::arg("text"), nb::arg("add_special_tokens"),
           nb::arg("allowed").none(), nb::arg("errors"), nb::arg("amount"), nb::arg("seed"),
           nb::arg("stream"))
      .def("sample_batch", &BoundPipeline::sample_batch, nb::arg("texts"),
           nb::arg("add_special_tokens"), nb::arg("allowed").none(), nb::arg("errors"),
           nb::arg("amount"), nb::arg("seed"), nb::arg("threads"))
      .def("normalize", &BoundPipeline::normalize, nb::arg("text"), nb::arg("errors"))
      .def("lists", &BoundPipeline::lists, nb::arg("ids"), nb::arg("rows"))
      .def_prop_ro("fused", [](const BoundPipeline& self) { return self.pipeline().fused(); })
      .def_prop_ro("dropped_words",
                   [](const BoundPipeline& self) {
                     return self.pipeline().model().dropped_words();
                   })
      .def_prop_ro("model_bytes",
                   [](const BoundPipeline& self) { return self.pipeline().model_bytes(); })
      .def_prop_ro("cache_bytes",
                   [](const BoundPipeline& self) { return self.pipeline().cache_bytes(); })
      .def_prop_ro("workers", [](const BoundPipeline& self) { return self.pipeline().workers(); });
}

}  // namespace subwords
