"""Files with something wrong in them: what people may do to a TOML file by accident."""

from random import Random

#: Values that a key may get by accident.
WORDS = (
    *("", "-1", "0", "7.5", "1e9", "nan", "true", '"x"', "[]", "[[1]]", "{}", "{ a = 1 }", "0xffff", '"\\u0000"', "["),
)
#: Lines that may stand where they do not belong.
LINES = ("[weapons]", "[[weapons]]", "[launchers.drone]", "[[units]]", "[units]", "[players]", "[[bodies]]", "x = 1")


def mutated(text: str, chance: Random) -> str:
    """The text with one to three mistakes: a value, a line, a letter or a table replaced, doubled or left out."""
    lines = text.splitlines()
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                lines[at] = f"{lines[at].partition('=')[0]}= {chance.choice(WORDS)}"
            case 1:
                del lines[at]
                lines = lines or [""]
            case 2:
                lines.insert(at, chance.choice(lines))
            case 3:
                letters = list(lines[at]) or [""]
                letters[chance.randrange(len(letters))] = chance.choice('"=[]{}.,\n\x00é9')
                lines[at] = "".join(letters)
            case 4:
                lines[at] = chance.choice(LINES)
            case _:
                words = lines[at].split(" ")
                chance.shuffle(words)
                lines[at] = " ".join(words)
    return "\n".join(lines)
