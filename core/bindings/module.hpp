// What the files of this folder register in the module; each has one function here.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace nb = nanobind;
