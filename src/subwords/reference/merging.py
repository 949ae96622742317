"""The heart of every BPE: replay merges on a row of symbols, best first.

A heap holds the merges that are possible; where several are equally good, the leftmost comes first.
A merge that has meanwhile lost one of its sides is passed over when it comes up. So a word of n
symbols takes about n log n steps, however long it is. The C++ twin is core/models/merger.hpp.

With dropout (Provilkov et al. 2020, algorithm 1) every possible merge may be skipped at every step:
they are gone through best first, each is skipped with the probability asked for, the first that is
not is done, and the next step begins with all of them again. When all were skipped, the word is
done. The paper means words: in a long one something is always left to go on with, so that hardly a
merge is missed in the end. sentencepiece, whose words are whole texts, draws once for every merge
that becomes possible, and one that was skipped stays so (`Dropout.final`). Drawn in this order, a
seed gives the same result in both engines.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, NamedTuple, TypeVar

from subwords.reference.randomness import RandomStream

Symbol = TypeVar("Symbol")

Join = Callable[[Symbol, Symbol], "tuple[float, Symbol] | None"]
"""From two neighbours to (priority, what they become), the smallest priority first; or None."""


class Stretch(NamedTuple):
    """A symbol that is left at the end, and the initial symbols [begin, end) it is made of."""

    symbol: Any
    begin: int
    end: int


class Done(NamedTuple):
    """A merge that was done: the sides [begin, middle) and [middle, end), in initial symbols."""

    begin: int
    middle: int
    end: int
    priority: float
    symbol: Any


class Dropout:
    """Decides which merges are skipped.

    Args:
        amount: The probability of skipping a merge: at 0 none is, at 1 all are.
        random: Where the draws come from.
        final: Whether a merge that was skipped stays skipped.
    """

    __slots__ = ("_amount", "_random", "final")

    def __init__(self, amount: float, random: RandomStream, final: bool = False) -> None:
        self._amount, self._random, self.final = amount, random, final

    def skips(self) -> bool:
        """Draw once."""
        return self._random.uniform() < self._amount


def replay(
    symbols: list[Symbol],
    join: Join[Symbol],
    dropout: Dropout | None = None,
    trace: list[Done] | None = None,
) -> list[Stretch]:
    """Merge neighbours until none can be merged.

    Args:
        symbols: The initial symbols.
        join: What two neighbours become, and how urgently.
        dropout: Which possible merges are skipped; None: none.
        trace: Gets every merge that is done, in order.

    >>> ranks = {("h", "u"): (1, "hu"), ("u", "g"): (0, "ug"), ("h", "ug"): (2, "hug")}
    >>> replay(list("hugs"), lambda left, right: ranks.get((left, right)))
    [Stretch(symbol='hug', begin=0, end=3), Stretch(symbol='s', begin=3, end=4)]
    """
    count = len(symbols)
    made = list(symbols)  # made[i]: the symbol that begins at i
    ends = list(range(1, count + 1))  # where it ends; 0: none begins here any more
    begins = list(range(-1, count))  # begins[e]: where the symbol that ends at e begins
    heap: list[tuple[float, int, int, int, Symbol]] = []
    skipped: list[tuple[float, int, int, int, Symbol]] = []

    def offer(begin: int) -> None:
        middle = ends[begin]
        if middle < count:
            merge = join(made[begin], made[middle])
            if merge is not None:
                heappush(heap, (merge[0], begin, middle, ends[middle], merge[1]))

    for begin in range(count - 1):
        offer(begin)
    while heap:
        merge = heappop(heap)
        priority, begin, middle, end, symbol = merge
        if ends[begin] != middle or ends[middle] != end:
            continue  # one of its sides has become something else
        if dropout is not None and dropout.skips():
            if not dropout.final:
                skipped.append(merge)
            continue
        if trace is not None:
            trace.append(Done(begin, middle, end, priority, symbol))
        made[begin], ends[begin], ends[middle], begins[end] = symbol, end, 0, begin
        if begin > 0:
            offer(begins[begin])
        offer(begin)
        while skipped:
            heappush(heap, skipped.pop())
    return [Stretch(made[i], i, ends[i]) for i in range(count) if ends[i]]
