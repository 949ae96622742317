#pragma once
#include <nanobind/nanobind.h>

namespace nb = nanobind;
