"""Show where the tokens of a text stand, in the text as it was written.

    python examples/highlight.py TOKENIZER "Some text"

Offsets point into the original text, so its case, accents and spacing are all there.
"""

import sys

import subwords


def main() -> None:
    tokenizer = subwords.load(sys.argv[1])
    text = sys.argv[2]
    encoding = tokenizer.annotate(text, add_special_tokens=False)
    end_before = 0
    shown = []
    for start, end in encoding.offsets:
        shown.append(text[end_before:start] + f"[{text[start:end]}]")
        end_before = end
    print("".join(shown) + text[end_before:])


if __name__ == "__main__":
    main()
