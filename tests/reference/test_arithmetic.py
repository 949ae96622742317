"""The project's own logarithm and exponential: accurate, and the same bits in both engines."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from subwords import native
from subwords.reference.arithmetic import digamma, exp, ln, log_add

needs_native = pytest.mark.skipif(not native.available(), reason="the native engine is absent")
POSITIVE = st.floats(min_value=5e-324, max_value=1.7e308)
ANY = st.floats(allow_nan=False)


def bits(x: float) -> bytes:
    return struct.pack("<d", x)


@given(POSITIVE)
def test_logarithm_is_right(x):
    expected = math.log(x)
    assert abs(ln(x) - expected) <= 2 * math.ulp(expected)


@given(st.floats(min_value=-745.1, max_value=709.7))
@example(0.0)
@example(-1e-320)
@example(-708.4)
def test_exponential_is_right(x):
    expected = math.exp(x)
    assert abs(exp(x) - expected) <= 2 * math.ulp(expected)


def test_exponential_ends_in_zero_and_infinity():
    assert exp(-math.inf) == 0.0
    assert exp(-1e308) == 0.0
    assert exp(math.inf) == math.inf
    assert exp(709.8) == math.inf
    assert exp(709.782712893384) < math.inf
    assert exp(-745.1332191019411) > 0.0


@given(st.floats(-800, 800), st.floats(-800, 800))
def test_sum_of_logarithms(a, b):
    expected = max(a, b) + math.log1p(math.exp(-abs(a - b)))
    assert log_add(a, b) == pytest.approx(expected, rel=1e-15, abs=1e-15)
    assert log_add(a, -math.inf) == a == log_add(-math.inf, a)


@needs_native
@given(POSITIVE)
def test_logarithm_has_the_same_bits(x):
    from subwords.native import _core

    assert bits(ln(x)) == bits(_core.natural_log(x))


@needs_native
@given(ANY)
@example(-745.13)
@example(-708.5)
@example(709.78)
def test_exponential_has_the_same_bits(x):
    from subwords.native import _core

    assert bits(exp(x)) == bits(_core.exponential(x))


@needs_native
@given(ANY, ANY)
def test_sum_of_logarithms_has_the_same_bits(a, b):
    from subwords.native import _core

    if math.inf not in (a, b):
        assert bits(log_add(a, b)) == bits(_core.log_add(a, b))


def test_digamma_is_right():
    euler = 0.5772156649015329
    for x, expected in (
        (1.0, -euler),
        (0.5, -euler - 2 * math.log(2)),
        (2.0, 1 - euler),
        (10.0, 2.2517525890667211),
        (1e6, math.log(1e6) - 0.5e-6 - 1e-12 / 12),
        (1e300, math.log(1e300)),
    ):
        assert abs(digamma(x) - expected) <= 4e-15 * max(1.0, abs(expected))


@given(st.floats(min_value=0.01, max_value=1e18))
def test_digamma_follows_its_recurrence(x):
    if x < 1e6:
        assert digamma(x + 1.0) == pytest.approx(digamma(x) + 1.0 / x, rel=1e-12, abs=1e-12)


@needs_native
@given(st.floats(min_value=0.01, max_value=1e18))
def test_native_digamma_has_the_same_bits(x):
    from subwords.native import _core

    assert bits(digamma(x)) == bits(_core.digamma(x))
