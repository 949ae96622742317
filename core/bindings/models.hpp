// The Python class `_core.Model`: what any of the native models is to Python, ready to be handed to
// `_core.Pipeline`. One factory function per model, in models.cpp.
#pragma once
#include <memory>

#include "models/word_model.hpp"
#include "module.hpp"

struct PyModel {
  std::shared_ptr<const subwords::WordModel> model;
};
