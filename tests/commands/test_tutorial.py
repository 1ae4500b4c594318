"""sits tutorial: a first turn, guided, done by a script that types what it says."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from sits_es.rules.tutorial import TutorialStep, tutorial_of, with_tutorials
from sits_es.service.tutorial import PROGRESS
from tests.shared.commands_named import commands_in, missing
from tests.shared.commands_told import Told, run


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("SITS_HOME", "SITS_STORE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


#: By file: what is wrong in it when it comes, and what is right.
RIGHT = {
    "blue.orders": (("thrust 9", "thrust 4"), ("turn yaw 9", "turn yaw 3")),
    "blue.facts": (("94,720", "94,120"),),
}


class Learner:
    """Somebody who does what the tutorial says, and nothing else."""

    def __init__(self, rules: str, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.told = run("tutorial", "--rules", rules)

    def type_all(self) -> str:
        """Type what stands below "Type:", but for how one goes on; what the last command printed."""
        below = self.told.out.rpartition("Type:\n")[2]
        printed = ""
        for line in below.splitlines():
            if not line.startswith("  "):
                break
            if line.startswith("  cd "):
                self._patch.chdir(line.split()[1])
            elif not line.startswith("  sits tutorial"):
                told = run(*shlex.split(line)[1:])
                printed = told.out + told.err
                assert told.code == 0 or "orders check" in line, told.err
        return printed

    def write(self, step: TutorialStep) -> None:
        """Write the lines that are shown into the file that is named, or put right what is wrong there."""
        path = Path(step.orders)
        text = path.read_text(encoding="utf-8")
        for wrong, right in RIGHT.get(step.orders, ()):
            text = text.replace(wrong, right)
        shown = self.told.out.rpartition("Step ")[2]
        lines = [line for line in shown.splitlines() if re.match(r"    \S", line)]
        unit = step.lines.strip().partition("\n")[0]
        if lines:
            assert unit in " ".join(self.told.out.split())
            text = text.replace(unit, "\n".join([unit, *lines]))
        path.write_text(text, encoding="utf-8")

    def go_on(self, *answer: str) -> Told:
        self.told = run("tutorial", *answer)
        return self.told


@pytest.mark.parametrize("name", with_tutorials())
def test_a_script_that_types_what_it_says_comes_to_the_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tutorial = tutorial_of(name)
    learner = Learner(name, monkeypatch)
    assert learner.told.out.startswith(f"{tutorial.title} ─")
    assert 5 <= len(tutorial.steps) <= 12
    for number, step in enumerate(tutorial.steps, start=1):
        assert f"Step {number} of {len(tutorial.steps)}: {step.title} ─" in learner.told.out
        printed = learner.type_all()
        if step.orders:
            # nothing was done yet
            assert "Not yet: " in learner.go_on().out
            learner.write(step)
        if step.question:
            assert step.answers[0].lower() in printed.lower()
            refused = run("tutorial", "nothing", "of", "the", "kind")
            assert (refused.code, refused.out) == (1, "")
            assert refused.err.startswith("That is not it. ")
        told = learner.go_on(*(step.answers[:1] if step.question else ()))
        assert (told.code, told.err) == (0, "")
        assert f"Done: {step.title}.\n" in told.out
    last = " ".join(learner.told.out.split())
    assert " ".join(tutorial.end.replace("`", "").split()[:8]) in last
    assert learner.go_on().out.split() == learner.go_on().out.split()


@pytest.mark.parametrize("name", with_tutorials())
def test_a_step_is_known_to_be_done_in_one_way(name: str) -> None:
    for step in tutorial_of(name).steps:
        assert bool(step.game) + bool(step.file) + bool(step.orders) + bool(step.question) == 1, step.title
        assert bool(step.question) == bool(step.answers)
        assert not step.question or step.typed
        assert step.question.count("?") <= 1


@pytest.mark.parametrize("name", with_tutorials())
def test_every_command_that_it_names_is_there(name: str) -> None:
    tutorial = tutorial_of(name)
    texts = [tutorial.about, tutorial.end, *(step.text for step in tutorial.steps)]
    named = [line for text in texts for line in commands_in(text)]
    assert "sits tutorial" in named
    assert {line: gone for line in named if (gone := missing(line)) is not None} == {}


def test_it_is_kept_in_a_folder_of_its_own_and_taken_up_where_it_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    first = run("tutorial")
    assert "Step 1 of " in first.out
    assert "\nType:\n  cd sits-tutorial\n  sits new duel --name sunday\n  sits tutorial\n" in first.out
    assert not Path("var").exists()
    monkeypatch.chdir("sits-tutorial")
    assert run("new", "duel", "--name", "sunday").code == 0
    monkeypatch.chdir("..")
    second = run("tutorial")
    assert second.out.startswith("Done: Begin a game.\n\nStep 2 of ")
    assert "  cd sits-tutorial\n" in second.out
    monkeypatch.chdir("sits-tutorial")
    assert "Step 2 of " in run("tutorial").out
    assert "  cd " not in run("tutorial").out
    assert json.loads(Path(PROGRESS).read_text(encoding="utf-8")) == {"system": "sits", "done": 1, "shown": True}


def test_what_is_not_done_yet_is_said_before_the_step_is_shown_again() -> None:
    run("tutorial")
    assert run("tutorial").out.startswith("Not yet: There is no game sunday here yet.\n\nStep 1 of ")


def test_a_mistake_in_a_file_is_told_as_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    run("tutorial")
    monkeypatch.chdir("sits-tutorial")
    run("new", "duel", "--name", "sunday")
    for answer in ((), ("28",), ("nukes",)):
        assert run("tutorial", *answer).code == 0
    run("orders", "new", "sunday", "--as", "red", "-o", "red.orders")
    run("tutorial")
    file = Path("red.orders")
    begun = file.read_text(encoding="utf-8")
    file.write_text(begun + "  1 trust 6\n", encoding="utf-8")
    told = run("tutorial").out
    assert told.startswith("Not yet: red.orders:")
    assert "      1 trust 6\n" in told or "    1 trust 6\n" in told
    file.write_text(begun + "  1 thrust 6\n", encoding="utf-8")
    assert "lacks some of these lines: 1 thrust 6; 1 launch port 2" in " ".join(run("tutorial").out.split())
    file.write_text(begun + "  1-8 decoy 1 if launched at\n  1 thrust 6\n  1 launch port 2 salvoes at Sirius\n")
    assert run("tutorial").out.startswith("Done: Write your orders.\n")
    # the friend's file has come, and one that is there already is never written over
    assert "thrust 9" in Path("blue.orders").read_text(encoding="utf-8")


def test_an_answer_where_nothing_is_asked_is_refused() -> None:
    assert run("tutorial", "28") == (1, "", "There is no tutorial here. Begin one: sits tutorial\n")
    run("tutorial")
    assert run("tutorial", "28") == (1, "", "No question is open now. Go on with: sits tutorial\n")


def test_a_folder_that_is_something_else_is_left_alone() -> None:
    Path("sits-tutorial").mkdir()
    told = run("tutorial")
    assert told == (
        1,
        "",
        "sits-tutorial already exists but holds no tutorial. Rename the folder, or begin in another.\n",
    )
    assert list(Path("sits-tutorial").iterdir()) == []


@pytest.mark.parametrize("text", ["", "[]", '{"system": "sits"}', '{"system": "sits", "done": "x", "shown": true}'])
def test_progress_that_was_changed_is_refused(text: str) -> None:
    run("tutorial")
    Path("sits-tutorial", PROGRESS).write_text(text, encoding="utf-8")
    told = run("tutorial")
    assert (told.code, told.out) == (1, "")
    assert (
        "was not written by this program. Delete the folder sits-tutorial, and begin again: sits tutorial" in told.err
    )


@pytest.mark.parametrize("name", ["SITS_HOME", "SITS_STORE"])
def test_where_what_is_typed_would_go_elsewhere_it_is_said(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "elsewhere")
    told = run("tutorial")
    assert told.code == 0
    assert told.err == (
        f"{name} is set, so your commands would not go to the tutorial's folder. First type: unset {name}\n"
    )
    assert not Path("elsewhere").exists()


def test_narrow_pages_and_ascii() -> None:
    told = run("tutorial", "--width", "40", "--ascii")
    assert told.out.isascii()
    assert max(map(len, told.out.splitlines())) <= 40
