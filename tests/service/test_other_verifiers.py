"""Other people's verifiers say what this program says of its checkpoints, cosignatures and proofs.

The one that always runs is the script of openssl and sha256sum that the documentation prints; the other is a package
that knows nothing of this program, where it can be installed.
"""

from __future__ import annotations

import os
import platform
import random
import shutil
import subprocess
from base64 import b64decode
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from sits_es.errors import GameError
from sits_es.keys.identity import Identity
from sits_es.service.evidence import policy_of, prove_event, sign_record
from sits_es.service.policies import Policy
from sits_es.service.session import Session
from sits_es.service.signed_notes import VKey
from sits_es.service.signers import check_sent
from tests.readme import ROOT, files
from tests.shared.played_demos import branched_folder

ANNA, BEN = (Identity.from_secret(name, bytes([at]) * 32) for at, name in enumerate(("anna", "ben"), start=1))
PLAYERS = tuple(f"{each.name}={VKey.of_cosigner(each.key)}" for each in (ANNA, BEN))
#: Branches, and events of each to prove: the first, inherited ones, the last.
PROVED = {"duel": ("0", "33", "349"), "what-if-2": ("7", "181")}


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a policy, a note of one player and one of everybody, and proofs, of a game and of a fork."""
    folder = tmp_path_factory.mktemp("sent")
    shutil.copytree(branched_folder(), folder / "var")
    with Session(folder / "var") as session:
        for name, events in PROVED.items():
            opened = session.open_game(name)
            (folder / f"{name}.policy").write_text(str(policy_of(opened, PLAYERS)), encoding="utf-8")
            alone, everybody = folder / f"{name}-anna.txt", folder / f"{name}.txt"
            alone.write_text(sign_record(opened, ANNA), encoding="utf-8")
            everybody.write_text(sign_record(opened, BEN, [alone]), encoding="utf-8")
            note = everybody.read_text(encoding="utf-8")
            for event in events:
                proof = prove_event(opened, event, ANNA, note)
                (folder / f"{name}-{event}.tlog-proof").write_text(str(proof), encoding="utf-8")
    (folder / "check_proof.sh").write_text(files(ROOT / "sits_es/docs/record.md")["check_proof.sh"], encoding="utf-8")
    return folder


def here(folder: Path, file: Path, policy: Path) -> tuple[bool, str]:
    """What this program says, in a folder that has no game and no key."""
    try:
        with Session(folder / "empty") as session:
            found = check_sent(session, [file], None, Policy.parse(policy.read_text(encoding="utf-8")))
    except GameError as refusal:
        return False, str(refusal)
    return not found.faults, found.in_words()


# --- openssl and sha256sum ---


@pytest.fixture(scope="module")
def tools() -> None:
    """openssl and the rest of what the script needs."""
    lacking = [each for each in ("bash", "openssl", "sha256sum") if shutil.which(each) is None]
    if lacking:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{lacking} not found, so the script can't run")


def by_script(folder: Path, file: Path, policy: Path) -> tuple[int, str, str]:
    done = subprocess.run(
        ["bash", "check_proof.sh", str(policy), str(file)], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.usefixtures("tools")
def test_the_script_of_the_page_accepts_checkpoints_cosignatures_and_proofs(sent: Path) -> None:
    for name, events in PROVED.items():
        policy = sent / f"{name}.policy"
        code, out, err = by_script(sent, sent / f"{name}.txt", policy)
        assert (code, err) == (0, ""), err
        assert [line.split(" events")[0] for line in out.splitlines()[:2]] == [
            "anna has cosigned " + out.splitlines()[2].split()[0],
            "ben has cosigned " + out.splitlines()[2].split()[0],
        ]
        for event in events:
            code, out, err = by_script(sent, sent / f"{name}-{event}.tlog-proof", policy)
            assert (code, err) == (0, ""), err
            assert out.splitlines()[3].startswith(f"event {event} is one of them: ")
            assert here(sent, sent / f"{name}-{event}.tlog-proof", policy)[0]


@pytest.mark.usefixtures("tools")
def test_the_script_refuses_what_somebody_has_not_signed_and_what_is_about_another_record(sent: Path) -> None:
    said = by_script(sent, sent / "duel-anna.txt", sent / "duel.policy")
    assert (said[0], said[2]) == (1, f"{sent / 'duel-anna.txt'}: the cosignature of ben is missing\n")
    code, _, err = by_script(sent, sent / "duel.txt", sent / "what-if-2.policy")
    assert (code, err) == (1, f"{sent / 'duel.txt'}: no log of the policy has signed it\n")


#: A piece of a proof, and which of its letters is changed. Every line is there, and the policy too.
CHANGES = (
    ("@v1", 2),
    ("extra ", 20),
    ("index ", 6),
    ("\nindex 33\n", 12),
    ("\n\nsits-es/", 5),
    ("/duel\n", 7),
    ("/duel\n350\n", 12),
    ("\n\n\u2014 sits-es/", 30),
    ("\n\n\u2014 sits-es/", 120),
    (f"{ANNA.fingerprint} ", -3),
    (f"{ANNA.fingerprint} ", 35),
    (f"{ANNA.fingerprint} ", 60),
    (f"{BEN.fingerprint} ", 100),
)


@pytest.mark.usefixtures("tools")
def test_the_script_fails_when_a_byte_is_changed_whichever(sent: Path, tmp_path: Path) -> None:
    text = (sent / "duel-33.tlog-proof").read_text(encoding="utf-8")
    for piece, offset in CHANGES:
        at = text.index(piece) + offset
        other = "A" if text[at] != "A" else "B"
        changed = tmp_path / "changed.tlog-proof"
        changed.write_text(f"{text[:at]}{other}{text[at + 1 :]}", encoding="utf-8")
        code, _, err = by_script(sent, changed, sent / "duel.policy")
        assert code != 0, (piece, offset)
        assert err, (piece, offset)
        assert not here(tmp_path, changed, sent / "duel.policy")[0], (piece, offset)


# --- a package that knows nothing of this program ---


@pytest.fixture(scope="module")
def tlog() -> Any:
    """The verifier of the package index, which needs a newer Python than the oldest that this program is for."""
    newer = platform.python_version_tuple() >= ("3", "12")
    if not (newer and (os.environ.get("CI") or find_spec("aics_tlog"))):
        pytest.skip("aics-tlog is not installed" if newer else "aics-tlog needs Python 3.12")
    return import_module("aics_tlog")


def by_package(tlog: Any, file: Path, policy: Path) -> bool:
    """What the package says to a checkpoint, or to a proof, whose lines are taken apart here as its form says."""
    text, asked = file.read_text(encoding="utf-8"), policy.read_text(encoding="utf-8")
    witnesses = [tlog.parse_vkey(line.split()[2]) for line in asked.splitlines() if line.startswith("witness ")]
    logs = [tlog.parse_vkey(line.split()[1]) for line in asked.splitlines() if line.startswith("log ")]
    head, _, note = text.partition("\n\n") if text.startswith("c2sp.org/tlog-proof@v1\n") else ("", "", text)
    try:
        read = tlog.parse_note(note)
        needs = tlog.WitnessPolicy(quorum=len(witnesses), witnesses=tuple(witnesses))
        found = [tlog.verify_checkpoint(read, log, expected_origin=log.name, policy=needs) for log in logs]
        if not any(each.ok for each in found):
            return False
        at = tlog.parse_checkpoint(read.text)
        if not head:
            return True
        _, extra, index, *path = head.split("\n")
        leaf = sha256(b64decode(extra.removeprefix("extra "), validate=True)).digest()
        hashes = [b64decode(each, validate=True) for each in path]
        number = int(index.removeprefix("index "))
        return bool(tlog.verify_leaf_inclusion(leaf, number, at.size, hashes, at.root))
    except ValueError:
        return False


def test_a_verifier_from_the_package_index_accepts_the_same(sent: Path, tlog: Any) -> None:
    for name, events in PROVED.items():
        policy = sent / f"{name}.policy"
        assert by_package(tlog, sent / f"{name}.txt", policy)
        assert not by_package(tlog, sent / f"{name}-anna.txt", policy)
        for event in events:
            assert by_package(tlog, sent / f"{name}-{event}.tlog-proof", policy)


def test_it_and_this_program_refuse_a_proof_with_any_byte_changed(sent: Path, tmp_path: Path, tlog: Any) -> None:
    text = (sent / "duel-33.tlog-proof").read_text(encoding="utf-8")
    chance, changed = random.Random(39), tmp_path / "changed.tlog-proof"  # noqa: S311 -- a sample, the same each time
    for at in chance.sample(range(len(text)), 200):
        changed.write_text(f"{text[:at]}{chr(ord(text[at]) ^ 1)}{text[at + 1 :]}", encoding="utf-8")
        # the last bits of what is padded mean nothing, and only this program asks for them
        assert text[at + 1 : at + 2] == "=" or not by_package(tlog, changed, sent / "duel.policy"), at
        assert not here(tmp_path, changed, sent / "duel.policy")[0], at
