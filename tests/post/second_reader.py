"""A second reader of games by mail, which shares no code with SITS-ES: `python second_reader.py FOLDER_OF_LETTERS`.

By `sits docs protocol`, with Python and PyNaCl alone, it finds the bundles in letters, checks every signature and link,
takes in seals, acts and openings, and prints seeds. It ends where somebody released a share, decided or resigned.
"""

import base64
import hashlib
import json
import re
import sys
import zlib
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from typing import Any

from nacl.signing import VerifyKey

BLOCK = re.compile(r"(?s)BEGIN SITS BUNDLE-----.*?Bundle: (\w{32})\n(.*?)-----END")
Place = tuple[int, int, str]  # turn, segment, cast


def check(holds: bool, words: str) -> None:
    if not holds:
        raise SystemExit(words)


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(tag: str, value: Any) -> str:
    return hashlib.sha256(tag.encode() + canonical(value)).hexdigest()


def known(signed: Any) -> str:
    """The digest of a packet or an entry; PyNaCl refuses a signature that does not hold."""
    tag, part = ("sits-es/packet/2", "packet") if "packet" in signed else ("sits-es/entry/1", "order")
    message = tag.encode() + canonical(signed[part])
    VerifyKey(bytes.fromhex(signed["key"])).verify(message, bytes.fromhex(signed["signature"]))
    return digest(tag, [signed[part], signed["key"]] if part == "packet" else signed[part])


def bundles(folder: Path) -> Iterator[Any]:
    for letter in sorted(folder.rglob("*.eml")):
        for part in message_from_bytes(letter.read_bytes()).walk():
            payload = part.get_payload(decode=True)
            text = payload.decode().replace("\r\n", "\n") if isinstance(payload, bytes) else ""
            for name, body in BLOCK.findall(text if part.get_content_type() != "text/html" else ""):
                content = zlib.decompressobj().decompress(base64.b64decode(body))
                check(hashlib.sha256(content).hexdigest()[:32] == name, f"{letter}: the bundle was changed")
                check(canonical(json.loads(content)) == content, f"{letter}: the bundle is not canonical")
                yield json.loads(content)


def log_of(folder: Path) -> list[tuple[str, Any]]:
    """All entries in order, by digest: the log that ends in the highest epoch, and there in the highest number."""
    read = list(bundles(folder))
    entries = {known(each): each for bundle in read for each in bundle.get("entries", ())}
    logged = [each["order"]["what"]["packet"] for each in entries.values() if "packet" in each["order"]["what"]]
    packets = {known(each): each for each in [*logged, *(each for b in read for each in b.get("packets", ()))]}
    for line in (line for bundle in read for line in bundle.get("lines", ()) if line["packet"] in packets):
        order = {name: line[name] for name in ("at", "epoch", "n", "prev", "record")}
        whole = {"order": order | {"what": {"kind": "packet", "packet": packets[line["packet"]]}}}
        whole |= {"key": line["key"], "signature": line["signature"]}
        entries[known(whole)] = whole
    orders = {each: entry["order"] for each, entry in entries.items()}
    check(len({(each["prev"], each["epoch"]) for each in orders.values()}) == len(orders), "two entries for one place")
    log = [max(orders, key=lambda each: (orders[each]["epoch"], orders[each]["n"]))]
    while orders[log[0]]["n"]:
        log = [orders[log[0]]["prev"], *log]
    return [(each, entries[each]) for each in log]


class Game:
    """A game by its log. causes: what may have made another cast; seeds: by turn and segment."""

    def __init__(self, log: list[tuple[str, Any]]) -> None:
        (self.game, first), *entries = log
        invite, joins = (first["order"]["what"][name] for name in ("invite", "joins"))
        offer, host, answered = invite["packet"]["body"], invite["packet"]["by"], known(invite)
        seats = {each["id"]: each for each in offer["seats"]}
        for join in joins:
            by, ticket = join["packet"]["by"], hashlib.sha256(join["packet"]["body"]["ticket"].encode()).hexdigest()
            check(known(join) != "" and join["packet"]["game"] == answered, "another invitation is answered")
            check(seats[by].get("ticket") == (None if by == host else ticket), f"{by} had another ticket")
        check(first["key"] == invite["key"], "somebody else began the game")
        self.keys = {each["packet"]["by"]: each["key"] for each in joins}
        self.players = sorted(each for each in self.keys if seats[each].get("role", "player") == "player")
        neutral = [each for each in self.keys if seats[each].get("role") == "keeper"]
        order = list(dict.fromkeys([*neutral, *(each for each in self.players if each == host), *self.players]))
        self.name, self.cast, self.causes = offer["facts"][0]["data"]["game"], self.game, list[str]()
        self.seals, self.opened = dict[Place, dict[str, Any]](), dict[Place, dict[str, str]]()
        self.acts, self.seeds = dict[Place, list[str]](), dict[tuple[int, int], str]()
        for n, (name, entry) in enumerate(entries, 1):
            place, (before, last) = entry["order"], log[n - 1]
            follows = (place["n"], place["prev"]) == (n, before) and place["at"] >= last["order"]["at"]
            check(follows and entry["key"] == self.keys[order[place["epoch"] % len(order)]], f"entry {n} is wrong")
            self.take(name, place["what"])

    def take(self, name: str, what: Any) -> None:
        if what["kind"] == "opened":
            self.open(what["set"], what["seals"])
        elif what["kind"] == "epoch":
            asks = {each["packet"]["by"] for each in what["nexts"] if known(each)} & {*self.players}
            check(2 * len(asks) > len(self.players), "too few ask for an epoch")
            self.causes.append(name)
        elif what["kind"] == "packet" and what["packet"]["packet"]["game"] == self.game:
            by, body = what["packet"]["packet"]["by"], what["packet"]["packet"]["body"]
            check(what["packet"]["key"] == self.keys[by], f"{by} has another key")
            check(body["kind"] not in ("share", "decide", "resign"), f"this reader ends at {by}'s {body['kind']}")
            if body["kind"] == "seal":
                self.seal(by, body)
            elif body["kind"] == "act":
                self.acts |= {at: body["lines"] for at in self.sets(body["set"]) if by in self.seals[at]}
            elif body["kind"] == "open":
                self.open(body["set"], {by: body["opening"]})

    def seal(self, by: str, body: Any) -> None:
        turn, segment = body["exchange"]["turn"], body["exchange"]["segment"]
        moments = [(each, step) for each in (turn, turn - 1) for step in range(1, 100)]
        casts = (digest("sits-es/cast/1", [self.cast, *at, why]) for why in reversed(self.causes) for at in moments)
        if self.cast == body["cast"] or body["cast"] in casts:
            self.cast = body["cast"]
            self.seals.setdefault((turn, segment, self.cast), {}).setdefault(body.get("seat", by), body)

    def sets(self, fixed: str) -> list[Place]:
        promised = {at: {each: seal["commitment"] for each, seal in seals.items()} for at, seals in self.seals.items()}
        named = {at: [self.game, self.name, *at, promised[at], {}, self.acts.get(at)] for at in promised}
        return [at for at in promised if digest("sits-es/set/1", named[at]) == fixed]

    def open(self, fixed: str, openings: dict[str, Any]) -> None:
        for at in self.sets(fixed):
            seals, opened = self.seals[at], self.opened.setdefault(at, {})
            for player, opening in openings.items():
                made = [self.name, self.name, *at[:2], player, opening["lines"], opening["nonce"]]
                check(digest("sits-es/seal/1", made) == seals[player]["commitment"], f"{player} opens another seal")
                opened[player] = opening["nonce"]
            if opened.keys() == seals.keys():
                self.causes.append(fixed)
                dice = [[seals[each]["commitment"] for each in sorted(seals)], [opened[each] for each in sorted(seals)]]
                self.seeds[at[:2]] = digest("sits-es/dice/1", [self.name, self.name, *at[:2], *dice])


if __name__ == "__main__":
    for (turn, segment), seed in sorted(Game(log_of(Path(sys.argv[1]))).seeds.items()):
        print(f"{turn}.{segment} {seed}")
