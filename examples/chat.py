"""Put a prompt together from trusted and untrusted text.

    python examples/chat.py TOKENIZER "What the user says"

What the program writes may hold special tokens; what a user writes must not turn into any, even if
it spells one. So the parts are encoded separately, and joined as ids.
"""

import sys

import subwords


def main() -> None:
    tokenizer = subwords.load(sys.argv[1])
    begin = tokenizer.encode("[CLS]", add_special_tokens=False)
    user = tokenizer.encode(sys.argv[2], add_special_tokens=False, untrusted=True)
    end = tokenizer.encode("[SEP]", add_special_tokens=False)
    print(*begin, *user, *end)


if __name__ == "__main__":
    main()
