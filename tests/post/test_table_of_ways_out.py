"""The table of ways out: every command in it exists, and what its row says is shown by a test."""

import re
from importlib.resources import files
from pathlib import Path

from typer.testing import CliRunner

from commands.main import app
from tests.shared.rows import each_row

ROOT = Path(__file__).parents[2]
TABLE = (files("sits_es") / "docs" / "ways_out.md").read_text(encoding="utf-8")
ROWS = [row.strip("| ").split(" | ") for row in TABLE.splitlines() if row.startswith("| ")][2:]
#: Where what a row says is shown.
SHOWN = (
    ("sits decline GAME", "test_declining::test_the_host_hears_who_does_not_play"),
    ("sits archive GAME", "test_putting_away::test_what_comes_for_a_game_that_is_put_away_still_counts"),
    ("sits archive GAME --undo", "test_putting_away::test_what_comes_for_a_game_that_is_put_away_still_counts"),
    ("sits without GAME", "test_without::test_a_program_signs_for_its_person_once_the_accused_had_the_grace_anew"),
    (
        "sits without GAME",
        "test_last_signer::test_of_three_the_two_who_are_there_go_on_though_one_of_them_may_not_reveal",
    ),
    (
        "sits without GAME",
        "test_several_are_held_back::test_those_who_are_there_go_on_though_two_of_them_may_not_reveal",
    ),
    ("sits without GAME", "test_late_signer::test_who_was_left_out_signs_too_and_has_no_orders_there"),
    (
        "sits agree GAME --without",
        "test_withheld_reveals::test_two_against_two_each_of_the_signers_goes_over_to_the_branch_by_agreeing",
    ),
    (
        "sits without GAME",
        "test_two_of_one_number::test_two_seals_under_one_number_reach_everybody_and_are_grounds_at_once",
    ),
    ("sits without GAME PLAYER", "test_silent_signers::test_those_who_signed_go_on_without_one_who_does_not_answer"),
    (
        "sits default GAME PLAYER",
        "test_an_umpire_waits::test_an_umpire_goes_on_without_a_seal_only_after_time_and_grace_of_the_terms",
    ),
    ("sits resign GAME", "test_resigning::test_of_three_the_others_play_on_and_nobody_waits_for_who_resigned"),
    ("sits readmit GAME PLAYER", "test_coming_back::test_all_others_sign_a_player_in_again"),
    (
        "sits reseat GAME PLAYER --key HEX",
        "test_new_keys_for_seats::test_the_old_key_and_all_others_sign_and_the_new_person_plays_on",
    ),
    ("sits forfeit GAME", "test_forfeits::test_what_is_offered_is_shown_as_a_statement_of_one"),
    ("sits agree GAME --forfeit", "test_forfeits::test_the_game_ends_when_the_other_signs_it_too"),
    (
        "sits rewind GAME --to MOMENT",
        "test_continuations::test_the_id_of_a_branch_follows_from_what_both_signed_and_people_see_a_label",
    ),
    ("sits rewind GAME --back BRANCH", "test_continuations::test_all_together_go_back_to_an_earlier_branch"),
    (
        "sits mail out --bundle GAME --for PLAYER",
        "test_new_keys_for_seats::test_after_the_time_is_over_it_holds_without_the_old_key",
    ),
    (
        "sits mail out --bundle GAME --for UMPIRE",
        "test_umpires_twice_told::test_an_umpire_who_went_on_otherwise_than_players_were_told_is_told_how_to_get_the_game_back",
    ),
    ("sits umpire GAME --none", "test_umpire_by_commands::test_players_go_on_without_their_umpire"),
    (
        "sits mail out --bundle GAME --for PLAYER",
        "test_what_only_the_umpire_had::test_who_lost_the_folder_gets_the_game_from_a_player_who_has_signed_and_all_play_on",
    ),
    (
        "sits umpire GAME --none",
        "test_what_only_the_umpire_had::test_a_folder_that_was_restored_is_brought_to_the_last_event_that_was_told_before_one_signs",
    ),
)


def test_the_table_has_a_test_for_each_row() -> None:
    assert [row[1].strip("`") for row in ROWS] == [command for command, _ in SHOWN]
    assert all(len(row) == 4 for row in ROWS)


@each_row("command", sorted({command for command, _ in SHOWN}))
def test_a_command_of_the_table_exists_with_its_options(command: str) -> None:
    words = [word for word in command.split()[1:] if word.islower() and not word.startswith("-")]
    found = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"})
    assert found.exit_code == 0
    for option in re.findall(r"--\w+", command):
        assert option in found.output


@each_row("shown", [test for _, test in SHOWN])
def test_what_a_row_says_is_shown_by_a_test(shown: str) -> None:
    module, name = shown.split("::")
    assert f"def {name}(" in (ROOT / "tests" / "post" / f"{module}.py").read_text(encoding="utf-8")
