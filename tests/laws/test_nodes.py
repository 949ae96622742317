"""A `node` is what `dataclass(frozen=True, slots=True)` makes of the same class."""

import copy
import dataclasses
import inspect
import pickle

import pytest

from subwords import decoders, models, normalizers, post_processors, pre_tokenizers
from subwords.nodes import node, replace
from subwords.spec import AddedToken, Spec

COMPONENTS = [
    getattr(module, name)
    for module in (decoders, models, normalizers, post_processors, pre_tokenizers)
    for name in module.__all__
    if hasattr(getattr(module, name), "__match_args__")
]


class Base:
    __slots__ = ()


class Plain(Base):
    """A class."""

    left: "int"
    right: "str" = "r"
    more: "tuple[int, ...]" = ()

    def both(self) -> str:
        return f"{self.left}{self.right}"


class Empty(Base):
    """Has no field."""


class Checked:
    """Refuses."""

    value: "int" = 0

    def __post_init__(self):
        if self.value < 0:
            raise ValueError("below zero")


class Own:
    """Has its own way to be made and shown."""

    parts: "tuple[int, ...]" = ()

    def __init__(self, parts=()):
        object.__setattr__(self, "parts", tuple(parts))

    def __repr__(self):
        return "own"


PAIRS = {
    cls.__name__: (
        node(frozen=True, slots=True)(cls),
        dataclasses.dataclass(frozen=True, slots=True)(cls),
    )
    for cls in (Plain, Empty, Checked, Own)
}
CALLS = [
    ("Plain", (1,), {}),
    ("Plain", (1, "x"), {"more": (2,)}),
    ("Plain", (), {"left": 3}),
    ("Plain", (), {}),
    ("Plain", (1, 2, 3, 4), {}),
    ("Plain", (1,), {"left": 1}),
    ("Plain", (1,), {"other": 1}),
    ("Empty", (), {}),
    ("Empty", (1,), {}),
    ("Checked", (-1,), {}),
    ("Checked", (5,), {}),
    ("Own", ([1, 2],), {}),
]


def outcome(function):
    try:
        return function()
    except (TypeError, ValueError, AttributeError) as error:
        return type(error)


@pytest.mark.parametrize(("name", "args", "kwargs"), CALLS)
def test_it_is_made_shown_and_compared_the_same(name, args, kwargs):
    ours, theirs = PAIRS[name]
    made, twin = outcome(lambda: ours(*args, **kwargs)), outcome(lambda: theirs(*args, **kwargs))
    if isinstance(made, type):
        assert made is twin
        return
    assert repr(made) == repr(twin)
    assert hash(made) == hash(twin)
    assert made == ours(*args, **kwargs)
    assert made != twin
    assert made != 5
    assert dataclasses.asdict(made) == dataclasses.asdict(twin)
    assert dataclasses.is_dataclass(made)
    assert made.__match_args__ == twin.__match_args__
    assert not hasattr(made, "__dict__")
    for name_of_field in ("left", "value", "parts", "none"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(made, name_of_field, 1)
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(made, name_of_field)
    assert copy.copy(made) == made
    assert copy.deepcopy(made) == made


def test_fields_and_signature_are_the_same():
    for ours, theirs in PAIRS.values():
        assert inspect.signature(ours).parameters == inspect.signature(theirs).parameters
        assert ours.__doc__ == theirs.__doc__
        assert ours.__qualname__ == theirs.__qualname__
        mine, others = dataclasses.fields(ours), dataclasses.fields(theirs)
        assert [(f.name, f.type, f.default) for f in mine] == [
            (f.name, f.type, f.default) for f in others
        ]


def test_fields_can_be_replaced_either_way():
    token = AddedToken("a", 1)
    assert dataclasses.replace(token, id=2) == replace(token, id=2) == AddedToken("a", 2)
    for change in (replace, dataclasses.replace):
        with pytest.raises(TypeError, match="other"):
            change(token, other=2)


@pytest.mark.parametrize("component", COMPONENTS, ids=lambda c: f"{c.__module__}.{c.__name__}")
def test_components_are_nodes_that_pickle(component):
    required = [
        name
        for name, parameter in inspect.signature(component).parameters.items()
        if parameter.default is parameter.empty
        and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    ]
    made = component(**dict.fromkeys(required, "x"))
    assert pickle.loads(pickle.dumps(made)) == made
    assert copy.deepcopy(made) == made
    assert hash(made) == hash(copy.copy(made))
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.anything = 1


def test_a_subclass_with_fields_of_its_own_may_be_a_dataclass():
    @dataclasses.dataclass(frozen=True)
    class Shouting(normalizers.Replace):
        times: int = 2

    made = Shouting("a", "A", 3)
    assert (made.pattern, made.content, made.times) == ("a", "A", 3)


def test_a_long_map_is_shown_by_its_size():
    assert repr(normalizers.Precompiled(bytes(300))) == "Precompiled(charsmap=<300 bytes>)"


def test_a_spec_is_matched_by_position():
    match Spec(models.WordLevel(unk_token="?")):
        case Spec(models.WordLevel(_, unk), None):
            assert unk == "?"
        case _:
            pytest.fail("no match")
