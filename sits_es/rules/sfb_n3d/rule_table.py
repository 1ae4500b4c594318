"""Every rule number that the rules of SFB 'n3D print: where it stands in the code and in a test, or why in neither."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

#: The package that the code column leaves out, and the folder that the test column does.
PACKAGE: Final = "sits_es.rules.sfb_n3d"
TESTS: Final = "tests/rules/sfb_n3d"


@frozen
class Rule:
    """One rule number. says: what it is about; code: `module:name` below PACKAGE; tests: `file::test` below TESTS.

    why: where it asks for no code, or where its print and the code differ. Several rules share a number: `D2.34 (2)`.
    """

    number: str
    says: str
    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    why: str = ""


def rows() -> Iterator[tuple[str, str, str, str]]:
    """Rule number, what it is about, where it stands, what is to be known; in the order printed."""
    for rule in RULES:
        yield rule.number, rule.says, "; ".join((*rule.code, *rule.tests)) or "-", rule.why


_HEADING: Final = "A heading; what stands below it has rows of its own."
_OWN: Final = "The players' own rulebook; nothing here reckons it."

#: The rules in the order in which they are printed.
RULES: Final = (
    Rule("A3.15", "Rules that are advanced and optional", why="It says when these rules are played; nothing follows."),
    Rule(
        "A3.4",
        "Hexes of 10,000 km, places to the kilometre, launches at the launcher's place, stacking, no ramming",
        ("sums.numbers:read_decimal", "sums.places:Place", "play.launching:launch"),
        (
            "sums/test_numbers_places_and_facings.py::test_ranges_drop_what_is_left_of_a_kilometre_and_of_a_hex",
            "play/test_launched_weapons.py::test_a_drone_is_placed_where_its_ship_is_and_straight_at_its_target",
        ),
        "Units may share a place, and nothing happens where they do: so there is no ramming.",
    ),
    Rule(
        "C1.11",
        "Movement is reckoned each impulse, to the kilometre",
        ("sums.motion:step", "play.moving:move"),
        ("sums/test_motion_of_an_impulse.py::test_at_pitch_30_speed_10_climbs_a_tie_of_1562_5_km",),
        "The movement is rounded, not the place (C1.43 says the place): so where a unit is makes no difference.",
    ),
    Rule(
        "C1.12",
        "Places: x north, y up, z west",
        ("sums.places:Place",),
        ("sums/test_motion_of_an_impulse.py::test_a_unit_moves_where_it_points",),
    ),
    Rule("C1.2", "Facing", why=_HEADING),
    Rule(
        "C1.21",
        "Facing in degrees of pitch, yaw and roll",
        ("sums.facings:Facing", "sums.bearings:axes"),
        (
            "sums/test_bearings_of_places.py::test_a_place_is_seen_through_the_whole_attitude",
            "sums/test_bearings_of_places.py::test_rolled_over_left_is_right_and_up_is_down",
        ),
    ),
    Rule(
        "C1.22",
        "Units move ahead; inertia keeps its direction",
        ("sums.motion:impulse",),
        (
            (
                ""
                ""
                "sums/test_motion_of_an_impulse.py::test_a_hex_of_momentum_keeps_a_unit_moving_where_it_pointed_then_whatever"
                "_it_points_to_now"
            ),
        ),
    ),
    Rule(
        "C1.4",
        "No impulse chart; fractional speeds",
        ("play.engines:set_speed", "sums.motion:step"),
        (
            (
                ""
                "play/test_speed_and_thrust.py::test_a_ship_with_twelve_and_a_half_points_of_warp_moves_twelve_and_a_half"
                "_hexes_in_a_turn"
            ),
        ),
        "Its example gives 12.5 hexes as 150,000 km; at 10,000 km a hex they are 125,000.",
    ),
    Rule(
        "C1.43",
        "Whoever has a speed moves in each impulse",
        ("play.moving:move",),
        ("sums/test_motion_of_an_impulse.py::test_speed_12_5_makes_125_000_km_in_a_turn",),
    ),
    Rule(
        "C2.111",
        "One point of impulse power a turn is thrust, a 32nd of it each impulse; inertia gathers",
        ("sums.motion:thrust_gain", "play.inertia:gather", "play.engines:set_thrust"),
        ("sums/test_motion_of_an_impulse.py::test_a_point_of_thrust_for_32_impulses_is_one_hex_of_momentum",),
        "The impulse's own thrust moves in the same impulse (house).",
    ),
    Rule(
        "C3.0",
        "Turns about absolute angles",
        ("sums.facings:Facing.turned",),
        ("sums/test_numbers_places_and_facings.py::test_a_facing_wraps_each_angle_by_itself_and_nothing_else",),
    ),
    Rule(
        "C3.1",
        "Each axis turns for itself, up to the maximum",
        ("sums.turn_modes:over", "play.heading:turn"),
        (
            "sums/test_turn_modes.py::test_a_turn_mode_of_9_degrees_allows_the_four_turns_of_the_rulebook",
            "play/test_turning.py::test_a_ship_with_a_turn_mode_of_9_turns_up_to_that_about_each_axis",
        ),
    ),
    Rule("C3.2", "Definition of the turn mode", why=_HEADING),
    Rule(
        "C3.21",
        "The turn mode is the most that a unit turns in an impulse",
        ("sums.turn_modes:limit", "play.heading:turn_limit"),
        ("play/test_turning.py::test_the_turn_mode_is_that_of_the_speed_that_holds_in_the_impulse",),
    ),
    Rule("C3.24", "No sideslips", why="There is no order for one."),
    Rule("C3.3", "Assignment of turn modes", why=_HEADING),
    Rule(
        "C3.31",
        "The turn mode chart, and modes counted in hexes",
        ("sums.turn_modes:limit", "sums.turn_modes:CHART"),
        (
            "sums/test_turn_modes.py::test_the_turn_mode_chart_at_several_speeds",
            "sums/test_turn_modes.py::test_limits_are_those_of_decimals_of_fifty_digits",
        ),
        "Limits are rounded down to 0.0001 degree; a mode in hexes gives 1.5 at speed 0 and 180 at most (house).",
    ),
    Rule(
        "C3.7",
        "Bases rotate up to 7.5 an impulse",
        ("scenario.units:read_rotation", "sums.turn_modes:BASE"),
        ("sums/test_turn_modes.py::test_the_turn_mode_chart_at_several_speeds",),
        "It says up to 7.5 and less than 7.5; 7.5 itself is allowed (house).",
    ),
    Rule(
        "C3.71",
        "The rotation is set before the game and stays",
        ("scenario.units:read_rotation", "events.motion:UnitPlaced"),
        ("play/test_turning.py::test_orders_to_turn_a_base_are_voided",),
    ),
    Rule(
        "C3.72",
        "Bases rotate every impulse",
        ("play.heading:rotate",),
        ("play/test_turning.py::test_a_base_rotates_in_every_impulse",),
    ),
    Rule("C3.8", "No directed turn modes", why="There is no order for one."),
    Rule("C4.0", "No sideslips", why="There is no order for one."),
    Rule("C5.0", "Tactical manoeuvres", why=_HEADING),
    Rule("C5.1", "Sublight tactical manoeuvres", why=_HEADING),
    Rule(
        "C5.11",
        "Sublight manoeuvres turn 2 degrees",
        ("sums.turn_modes:tac_limit", "play.engines:begin_tac"),
        (
            "sums/test_turn_modes.py::test_tactical_manoeuvres",
            "play/test_speed_and_thrust.py::test_sublight_manoeuvres_last_until_the_turn_is_over_and_leave_no_thrust",
        ),
    ),
    Rule(
        "C5.13",
        "Zero-energy turns of 1.5 degrees",
        ("sums.turn_modes:LEAST",),
        ("sums/test_turn_modes.py::test_without_a_manoeuvre_a_unit_at_rest_turns_1_5_degrees",),
    ),
    Rule("C5.2", "Warp tactical manoeuvres", why=_HEADING),
    Rule(
        "C5.21",
        "Warp manoeuvres last a quarter of the turn and turn 7.5 degrees",
        ("sums.turn_modes:tac_limit", "play.engines:begin_tac"),
        ("play/test_speed_and_thrust.py::test_warp_manoeuvres_last_until_the_quarter_of_the_turn_is_over",),
    ),
    Rule(
        "C5.3",
        "Both at once; no other energy moves the ship",
        ("sums.turn_modes:limit_with", "play.inertia:under_tac"),
        ("play/test_speed_and_thrust.py::test_manoeuvres_need_warp_speed_0_at_that_time",),
    ),
    Rule(
        "C5.31",
        "Both kinds of manoeuvres in one impulse",
        ("play.heading:turn_limit",),
        ("play/test_turning.py::test_a_ship_at_rest_turns_as_its_manoeuvres_allow",),
    ),
    Rule(
        "C5.32",
        "Both together turn 9 degrees",
        ("sums.turn_modes:TACS",),
        ("sums/test_turn_modes.py::test_tactical_manoeuvres",),
    ),
    Rule(
        "C6.0",
        "A high-energy turn to any facing",
        ("play.heading:high_energy_turn",),
        (
            (
                ""
                "play/test_turning.py::test_a_high_energy_turn_that_rolls_below_the_breakdown_number_points_where_it_was"
                "_ordered"
            ),
        ),
        "The chance of a breakdown is the players' own, on the unit's card.",
    ),
    Rule(
        "C6.541",
        "After a breakdown dice say where the ship faces",
        ("sums.breakdown:facing_from",),
        (
            "sums/test_breakdown.py::test_c6_541_a_breakdown_leaves_a_ship_where_its_dice_say",
            "play/test_turning.py::test_after_a_breakdown_six_dice_say_where_the_ship_points",
        ),
    ),
    Rule(
        "C6.5511",
        "The same process for its facing",
        ("sums.breakdown:facing_from",),
        ("sums/test_breakdown.py::test_two_dice_name_each_of_36_angles_once",),
        "Dice of 36 sides are two dice of six here, as likely.",
    ),
    Rule(
        "C8.0",
        "Emergency and inertia-only decelerations lose all inertia",
        ("play.engines:decelerate",),
        (
            (
                ""
                "play/test_speed_and_thrust.py::test_an_emergency_deceleration_takes_speed_thrust_and_all_inertia_and_then"
                "_the_thrust_waits"
            ),
        ),
        "The delay before it is the players' rulebook's: they order it for the impulse in which it takes effect.",
    ),
    Rule(
        "C8.41",
        "After it: no impulse energy, or inertia anew",
        ("play.engines:decelerate", "play.inertia:working_thrust"),
        (
            (
                ""
                ""
                "play/test_speed_and_thrust.py::test_after_an_inertia_only_deceleration_the_ship_goes_on_and_gathers_inertia"
                "_from_the_next_impulse"
            ),
            "play/test_the_turn_break.py::test_thrust_waits_for_as_long_as_an_emergency_deceleration_says",
        ),
    ),
    Rule(
        "C12.21",
        "Speed 15 for half a turn makes 7.5 hexes",
        ("sums.motion:step",),
        ("sums/test_motion_of_an_impulse.py::test_speed_15_makes_7_5008_hexes_in_16_impulses_since_each_is_rounded",),
        "Each impulse is rounded to the kilometre (C1.11), so it makes 7.5008. Energy stays on the displays.",
    ),
    Rule(
        "C14.20",
        "Three ships bound by web energy: nearer than half a hex, no energy to move, mean inertia, shields #3 and #5",
        ("sums.binding:between", "sums.binding:averaged", "play.binding:bind"),
        (
            "play/test_webs_and_holes.py::test_three_bound_ships_have_the_mean_of_their_inertia",
            (
                ""
                "play/test_webs_and_holes.py::test_ships_are_bound_nearer_than_half_a_hex_with_the_others_off_their_shields"
                "_3_and_5"
            ),
        ),
        "The shields' arcs are house: sixty degrees each, #1 ahead, to the right.",
    ),
    Rule(
        "D1.4",
        "Ranges are rounded down; below one is the same hex",
        ("sums.places:hex_range",),
        ("sums/test_numbers_places_and_facings.py::test_ranges_drop_what_is_left_of_a_kilometre_and_of_a_hex",),
    ),
    Rule("D2.0", "Firing arcs", why=_HEADING),
    Rule(
        "D2.1",
        "Weapons have a yaw arc and a pitch arc",
        ("sums.weapons:bears", "play.fire:bearing_weapons"),
        ("play/test_declared_fire.py::test_all_weapons_of_a_group_that_bear_fire",),
    ),
    Rule(
        "D2.11",
        "Mounts of the weapons of a group",
        ("sums.mounts:mount_of_each", "cards.weapons:weapons"),
        (
            "sums/test_firing_arcs.py::test_mounts_of_a_group",
            "sums/test_firing_arcs.py::test_a_group_is_broken_into_the_fewest_twos_and_threes",
        ),
        "Its example for six counts nine weapons and can't stand: by its sentence six are two threes, 2, 2, 2.",
    ),
    Rule(
        "D2.12",
        "Yaw arcs and pitch arcs as printed",
        ("sums.arcs:ARCS", "sums.arcs:MOUNTS", "sums.arcs:arcs_of"),
        (
            "sums/test_firing_arcs.py::test_an_arc_holds_its_ends_and_nothing_a_ten_thousandth_beyond",
            "sums/test_firing_arcs.py::test_a_mount_holds_its_ends_and_nothing_a_ten_thousandth_beyond",
        ),
        "Printed to the right, mirrored here since yaw counts to the left (C1.21). RR lacks its second ten degrees.",
    ),
    Rule("D2.3", "Special arcs", why=_HEADING),
    Rule(
        "D2.31",
        "FH and RH",
        ("sums.arcs:ARCS",),
        ("sums/test_firing_arcs.py::test_arcs_are_mirrored_and_cover_all_round",),
    ),
    Rule(
        "D2.32",
        "Wing phasers bear all round above pitch 60",
        ("sums.weapons:OVERHEAD",),
        ("sums/test_weapons_that_bear.py::test_a_weapon_bears_up_to_and_with_the_ends_of_its_arcs",),
    ),
    Rule(
        "D2.33",
        "Weapons that reach the rear row bear all round above pitch 30",
        ("sums.weapons:OVERHEAD",),
        ("sums/test_weapons_that_bear.py::test_a_weapon_bears_up_to_and_with_the_ends_of_its_arcs",),
    ),
    Rule(
        "D2.34",
        "Swivel mounts of plasma torpedoes, FP to RS",
        ("sums.weapons:SWIVELS", "sums.tubes:launch_yaw", "play.launching:placed_towards"),
        ("play/test_launched_weapons.py::test_a_swivel_points_its_torpedo_as_near_to_the_target_as_it_can",),
    ),
    Rule(
        "D2.34 (2)",
        "Reverse swivels LRP, RRP and AP; printed under the same number",
        ("sums.weapons:SWIVELS",),
        ("sums/test_weapons_that_bear.py::test_a_tube_points_its_torpedo_as_near_to_the_target_as_it_can",),
    ),
    Rule(
        "D2.35",
        "Rear tubes: 120 degrees to the left or the right",
        ("sums.tubes:launch_yaw",),
        ("sums/test_weapons_that_bear.py::test_a_tube_points_its_torpedo_as_near_to_the_target_as_it_can",),
        "Printed as 240 and 120, to the right; L/LR is 120 to the left here.",
    ),
    Rule("D5", "Explosions of ships, named by M2.50", why="See D5.2."),
    Rule(
        "D5.2",
        "An explosion's strength divided by the square of the range",
        ("sums.explosions:force", "play.explosions:explode"),
        ("sums/test_explosions.py::test_d5_2_a_ten_point_explosion_near_units_falls_with_the_square_of_the_range",),
        "Its example gives 1,000 points at 0.01 hex; its formula, which is used, gives 100,000.",
    ),
    Rule(
        "E8.23",
        "Maulers: 15 degrees each way",
        ("sums.weapons:MAULER",),
        ("sums/test_weapons_that_bear.py::test_a_weapon_bears_up_to_and_with_the_ends_of_its_arcs",),
    ),
    Rule(
        "F1.24",
        "A seeking weapon is placed with its target in its FA, centre mount, as near to dead ahead as can be",
        ("sums.seeking:placed_facing", "play.launching:launch"),
        ("sums/test_seeking_weapons.py::test_a_weapon_is_placed_with_its_target_dead_ahead",),
    ),
    Rule(
        "F2.123",
        "It may turn at once",
        ("play.moving:seek",),
        (
            (
                ""
                ""
                "play/test_seeking_weapons_in_play.py::test_a_weapon_turns_and_moves_for_the_first_time_in_the_impulse_after"
                "_its_launch"
            ),
        ),
    ),
    Rule(
        "F2.21",
        "It keeps its target ahead, up to its turn mode",
        ("sums.seeking:towards", "play.moving:seek"),
        (
            (
                ""
                "play/test_seeking_weapons_in_play.py::test_a_drone_turns_up_to_its_turn_mode_towards_where_its_target_is"
                "_now"
            ),
        ),
        "Seeking weapons turn and move after all other units (house).",
    ),
    Rule(
        "F2.3",
        "Impact below range 1.0000",
        ("sums.seeking:IMPACT", "play.encounters:meet"),
        ("play/test_seeking_weapons_in_play.py::test_a_drone_hits_nearer_than_one_hex_and_not_at_exactly_one",),
    ),
    Rule(
        "F4",
        "Ballistic weapons fly straight on",
        ("play.launching:launch",),
        (
            "play/test_launched_weapons.py::test_a_ballistic_weapon_is_aimed_at_a_place",
            "play/test_seeking_weapons_in_play.py::test_a_ballistic_weapon_flies_straight_on",
        ),
    ),
    Rule(
        "FP3.1",
        "Fixed tubes: the ship's facing turned by the tube's yaw",
        ("sums.tubes:launch_yaw", "play.launching:placed_towards"),
        ("play/test_launched_weapons.py::test_a_fixed_tube_turns_its_torpedo_and_needs_the_target_in_its_fa",),
    ),
    Rule("G10.0", "Webs", why=_HEADING),
    Rule(
        "G10.11",
        "A linear web lies between two points",
        ("play.laying:lay", "events.webs:WebPlaced"),
        ("play/test_linear_webs.py::test_a_strand_costs_six_points_a_hex",),
    ),
    Rule(
        "G10.115",
        "A web is straight, and moves with its anchors",
        ("play.strands:lines",),
        ("play/test_linear_webs.py::test_a_web_with_power_goes_where_its_anchors_go",),
    ),
    Rule(
        "G10.117",
        "Anchors that are lost",
        ("play.anchors:lose",),
        (
            "play/test_linear_webs.py::test_where_the_middle_anchor_of_three_is_lost_its_neighbours_are_joined",
            "play/test_linear_webs.py::test_where_one_anchor_of_two_is_lost_the_web_is_gone",
        ),
    ),
    Rule(
        "G10.12",
        "Globular webs: points laid, joined, drawn inward, lost",
        ("play.points:lay_points", "play.points:join", "play.points:draw_inward", "sums.webs:points_lost"),
        (
            "play/test_globular_webs.py::test_a_trail_of_points_is_laid_from_an_anchor_and_joined_to_a_ring",
            "play/test_globular_webs.py::test_a_ship_within_half_a_hex_and_nearer_the_middle_draws_a_point_inward",
        ),
    ),
    Rule("G10.2", "Construction of webs", why=_HEADING),
    Rule(
        "G10.211",
        "Six points of power a hex, from a valid anchor nearer than two hexes",
        ("sums.webs:strand_cost", "sums.webs:in_reach", "play.laying:lay"),
        (
            "sums/test_webs.py::test_g10_211_a_strand_costs_six_points_a_hex",
            (
                ""
                ""
                "play/test_linear_webs.py::test_two_ships_that_part_at_sixteen_lay_another_hex_for_six_points_or_three_each"
            ),
            "play/test_linear_webs.py::test_at_speed_eight_they_need_three_points",
        ),
    ),
    Rule(
        "G10.224",
        "Webs may cross; without a shared anchor or point they are separate",
        ("play.laying:lay",),
        ("play/test_linear_webs.py::test_a_third_ship_adds_to_the_web_and_others_make_one_of_their_own",),
    ),
    Rule(
        "G10.3",
        "Four times the strength of the flat game, 35 at most",
        ("sums.webs:strength", "play.web_power:power"),
        ("sums/test_webs.py::test_g10_3_a_web_is_four_times_as_strong_as_in_the_flat_game_and_35_at_most",),
        "How the flat game reckons it isn't printed: the players give that number.",
    ),
    Rule(
        "G10.51",
        "Nearer than two hexes is in the web",
        ("sums.webs:in_web", "play.trapped:hold"),
        ("play/test_webs_and_holes.py::test_a_unit_is_in_a_web_when_it_is_less_than_two_hexes_from_its_line",),
    ),
    Rule(
        "G10.511",
        "In a web inertia is lost and speed lowered by its strength",
        ("sums.webs:slowed", "play.trapped:lose_inertia", "play.moving:speed_left"),
        ("play/test_webs_and_holes.py::test_a_web_takes_all_inertia_and_its_strength_from_the_speed",),
    ),
    Rule(
        "G10.61",
        "Fire goes into the field but not through it",
        ("sums.webs:blocks", "play.fire:web_between"),
        ("sums/test_webs.py::test_g10_61_units_fire_into_the_field_but_not_through_it",),
    ),
    Rule(
        "G10.71",
        "Transporters and tractors likewise",
        ("sums.webs:blocks",),
        ("sums/test_webs.py::test_what_a_web_stops_it_stops_both_ways_and_everywhere",),
        "The sum is the same; both are used on the players' displays.",
    ),
    Rule(
        "G10.72",
        "An explosion is a point weaker for each tenth of a hex in a web",
        ("sums.explosions:force", "play.strands:webbed"),
        ("sums/test_explosions.py::test_g10_72_in_a_web_an_explosion_loses_a_point_for_each_whole_1_000_km",),
    ),
    Rule(
        "G10.82",
        "A point of web is worth 0.125 BPV",
        ("sums.webs:bpv",),
        ("sums/test_webs.py::test_g10_82_a_point_of_web_is_worth_an_eighth_of_a_point_of_bpv",),
    ),
    Rule(
        "G10 (note)",
        "Web casters and snares: the strength of their own chart",
        ("play.weaving:cast",),
        ("play/test_linear_webs.py::test_a_cast_web_has_the_strength_of_its_chart",),
    ),
    Rule(
        "G21.224",
        "Outstanding crews turn 11 degrees by warp",
        ("sums.turn_modes:TACS",),
        ("sums/test_turn_modes.py::test_tactical_manoeuvres",),
    ),
    Rule("G23", "The expanding sphere generator", why=_HEADING),
    Rule("G23.4", "Its operations", why=_HEADING),
    Rule(
        "G23.41",
        "A sphere's radius, and who collides with it",
        ("sums.expanding_spheres:collides", "play.expanding_spheres:cross"),
        (
            (
                ""
                "sums/test_expanding_spheres.py::test_g23_41_a_sphere_of_half_a_hex_collides_at_the_second_step_from_one"
                "_hex"
            ),
            "play/test_spheres_met.py::test_two_units_at_speed_six_meet_a_sphere_of_half_a_hex_at_their_second_step",
        ),
        "Its example moves 0.1857 of a hex at speed 6; a 32nd is 0.1875. Both ways they collide at the second step.",
    ),
    Rule(
        "G23.42",
        "A sphere's strength",
        ("sums.expanding_spheres:strength",),
        (
            (
                ""
                "sums/test_expanding_spheres.py::test_g23_42_the_strength_falls_by_a_third_of_the_radius_for_each_point_of"
                "_energy"
            ),
        ),
    ),
    Rule(
        "M2.40",
        "Mines act in impulses in which a unit is scheduled",
        ("sums.schedule:scheduled", "play.mines:detonate"),
        (
            "sums/test_schedule.py::test_m2_40_a_unit_is_scheduled_whenever_it_has_made_another_whole_hex",
            (
                ""
                "play/test_what_explodes.py::test_a_mine_goes_off_in_the_impulses_in_which_a_unit_is_scheduled_and_in_no"
                "_other"
            ),
        ),
        "The chart isn't printed: in impulse i with floor(i S / 32) above floor((i - 1) S / 32) (house).",
    ),
    Rule(
        "M2.50",
        "Mines explode as D5.2 says",
        ("play.mines:detonate", "play.explosions:explode"),
        ("play/test_what_explodes.py::test_a_ten_point_explosion_near_four_units",),
    ),
    Rule(
        "P2.1",
        "Planets: radius, atmosphere, line of sight",
        ("sums.planets:inside", "sums.lines_of_sight:passes", "play.encounters:meet", "play.fire:body_between"),
        (
            "sums/test_terrain_met.py::test_p2_1_a_planet_stops_a_line_of_sight_that_passes_through_it",
            "sums/test_terrain_met.py::test_p2_1_a_unit_meets_a_planet_nearer_than_its_radius",
            "play/test_encounters.py::test_at_exactly_the_radius_a_ship_is_outside",
        ),
    ),
    Rule(
        "P2.223",
        "Rings do damage in scheduled impulses",
        ("sums.rings:PlanetRing", "play.encounters:meet"),
        ("play/test_encounters.py::test_a_ring_lies_level_between_its_two_radii_and_some_way_above_and_below",),
        "What the die does stands in the players' own rules.",
    ),
    Rule(
        "P2.231",
        "Moons are met as planets are",
        ("sums.planets:inside",),
        ("play/test_encounters.py::test_planets_moons_and_stars_are_reached_within_their_radius",),
    ),
    Rule(
        "P3.11",
        "Asteroid fields by dice, and the example field",
        ("sums.fields:thrown", "sums.fields:EXAMPLE", "play.fields:lay_field", "scenario.asteroids:asteroids"),
        (
            "sums/test_fields.py::test_p3_11_the_example_field_is_the_printed_one_row_by_row",
            "play/test_field_of_dice.py::test_dice_lay_54_asteroids_that_do_not_overlap",
        ),
        "54 in all; a radius is a die's third exactly, which the example rounds. Around the middle it is -14 to 21.",
    ),
    Rule(
        "P3.12",
        "Within the radius is within the asteroid hex",
        ("sums.planets:within", "play.encounters:meet"),
        (
            (
                ""
                ""
                "play/test_encounters.py::test_among_asteroids_a_die_is_rolled_in_the_impulses_in_which_the_speed_is_scheduled"
            ),
        ),
    ),
    Rule(
        "P3.2",
        "Asteroids do damage in scheduled impulses",
        ("play.encounters:meet",),
        (
            (
                ""
                ""
                "play/test_encounters.py::test_among_asteroids_a_die_is_rolled_in_the_impulses_in_which_the_speed_is_scheduled"
            ),
        ),
        "What the die does stands in the players' own rules.",
    ),
    Rule("P3.4", "Large asteroids, named by P3.12", why=_OWN),
    Rule("P4.1", "Black holes move units every impulse", why=_HEADING),
    Rule(
        "P4.11",
        "Pull = size / range squared, added to the inertia",
        ("sums.holes:pull", "play.inertia:gather"),
        (
            "sums/test_holes.py::test_p4_11_the_pull_is_the_size_over_the_square_of_the_range_towards_the_black_hole",
            "play/test_webs_and_holes.py::test_a_black_hole_pulls_every_unit_and_its_pull_adds_up",
        ),
        "The change is in hexes a turn, as inertia is (house).",
    ),
    Rule("P8.0", "Standard orbits", why=_HEADING),
    Rule("P8.2", "Movement in orbit", why=_HEADING),
    Rule(
        "P8.21",
        "A unit in orbit goes on and on",
        ("play.in_orbit:keep",),
        ("play/test_standard_orbits.py::test_a_ship_in_orbit_stays_near_its_circle_all_the_way_round",),
    ),
    Rule("P8.4", "Ships in orbit", why=_HEADING),
    Rule(
        "P8.41",
        "Within three hexes, without warp speed, level with the planet",
        ("sums.orbits:orbit", "play.in_orbit:enter"),
        (
            "sums/test_standard_orbits.py::test_exactly_three_hexes_is_within_reach",
            "play/test_standard_orbits.py::test_an_orbit_is_within_three_hexes_and_level_with_the_planet",
        ),
    ),
    Rule(
        "P8.411",
        "The facing brings the planet abeam at once",
        ("sums.orbits:orbit", "play.in_orbit:enter"),
        ("play/test_standard_orbits.py::test_entering_an_orbit_brings_the_planet_abeam_and_sets_speed_1",),
    ),
    Rule("P8.412", "Unchanged", why=_OWN),
    Rule(
        "P8.413",
        "Speed 1, and a turn of 5.625 / (range x pi) each impulse",
        ("sums.orbits:each_turn", "play.in_orbit:keep"),
        (
            "sums/test_standard_orbits.py::test_the_turn_is_5_625_by_range_times_pi",
            "sums/test_standard_orbits.py::test_speed_1_stays_on_the_circle",
        ),
        "Read from left to right the printed formula leaves the circle.",
    ),
    Rule(
        "P8.43",
        "Manoeuvres in orbit are up to the player",
        ("play.in_orbit:enter",),
        ("play/test_standard_orbits.py::test_an_orbit_takes_warp_speed_0_and_no_manoeuvres",),
        "It gives no procedure: a ship leaves its orbit before it manoeuvres (house).",
    ),
    Rule("S3D", "Scenarios", why=_HEADING),
    Rule("S3D1", "Scenarios of the flat game", why=_HEADING),
    Rule(
        "S3D1.1",
        "A hex number is x and z",
        ("sums.hexes:place_of",),
        ("sums/test_hex_translation.py::test_s3d1_1_a_hex_number_is_x_and_z",),
        "It mirrors the map: what is clockwise there is to the left here.",
    ),
    Rule(
        "S3D1.2",
        "Facings A to F as yaw",
        ("sums.hexes:facing_of", "scenario.units:facing_or_letter"),
        ("sums/test_hex_translation.py::test_s3d1_2_a_facing_is_a_yaw",),
        "Printed 30 degrees further left than the columns give.",
    ),
    Rule("S3D2", "Pickup games", why=_HEADING),
    Rule(
        "S3D2.1",
        "Fleets within thirty hexes of 100 and -100",
        ("sums.placement:fleet_problems", "scenario.layouts:check_fleets"),
        ("sums/test_placement.py::test_s3d2_1_the_fleets_are_placed_around_100_and_minus_100",),
    ),
    Rule("S3D3", "Ultra-mini campaigns", why=_HEADING),
    Rule("S3D3.1", "How large a map can be, and how to play on it", why="Advice; places have up to 7 digits of hexes."),
    Rule(
        "S3D3.2",
        "A solar system around a star",
        ("sums.placement:star_problems", "scenario.layouts:check_system"),
        ("sums/test_placement.py::test_s3d3_2_a_star_stands_in_the_middle_and_has_a_radius",),
    ),
    Rule(
        "S3D3.3",
        "Star bases and battle stations on a border",
        ("sums.placement:station_problems", "scenario.layouts:check_border"),
        ("sums/test_placement.py::test_s3d3_3_battle_stations_stand_on_their_side_1_000_hexes_apart",),
    ),
)
