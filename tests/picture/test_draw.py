"""Pictures of phases: complete, well formed, the same every time, and self-contained."""

from __future__ import annotations

import math
import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolvent import Phase, Resolution, adjudicate, load_map, read_phase
from resolvent.datc import Case, load_cases
from resolvent.errors import InputError
from resolvent.picture import Theme, draw_phase
from resolvent.picture.text import escape
from tests.picture.pictures import Picture

ROOT = Path(__file__).parents[2]
FALL = read_phase((ROOT / "examples" / "fall-1907.txt").read_text())
PANDIN = read_phase((ROOT / "examples" / "pandin.txt").read_text())
BOARD = load_map()
OPENING = Phase(units=dict(BOARD.start), centers=dict(BOARD.homes))


def resolved(phase: dict[str, Any], **options: Any) -> tuple[str, Resolution]:
    read = read_phase(phase)
    resolution = adjudicate(read)
    return draw_phase(read, resolution, **options), resolution


class TestComplete:
    """Everything that happens is in the picture, once."""

    def test_the_opening(self) -> None:
        picture = Picture(draw_phase(OPENING))
        assert sorted(picture.pieces()) == sorted(u for units in BOARD.start.values() for u in units)
        assert set(BOARD.provinces) <= set(picture.texts())
        assert "Spring 1901, movement" in set(picture.texts())

    @pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.id)
    def test_every_unit_and_order_of_datc_once(self, case: Case) -> None:
        phase = read_phase(case.phase_dict())
        resolution = adjudicate(phase)
        picture = Picture(draw_phase(phase, resolution))
        pieces = picture.pieces()
        for result in resolution.orders:
            if result.unit:
                assert any(unit.removesuffix(" out") == result.unit for unit in pieces)
        shown = [r.order for r in resolution.orders if r.unit and r.text is not None]
        assert sorted(shown) == sorted(set(shown) & set(picture.orders()))
        assert sum(map(len, phase.units.values())) <= len(pieces)

    @pytest.mark.parametrize("case", load_cases()[::9], ids=lambda case: case.id)
    def test_orders_as_given(self, case: Case) -> None:
        phase = read_phase(case.phase_dict())
        assert len(Picture(draw_phase(phase)).pieces()) >= sum(map(len, phase.units.values()))

    def test_a_line_for_each_order_that_has_one(self) -> None:
        resolution = adjudicate(FALL)
        lines = Picture(draw_phase(FALL, resolution)).lines()
        assert len(lines) == sum(not r.order.endswith(" H") for r in resolution.orders)

    def test_what_cannot_be_drawn_is_told(self) -> None:
        svg, _ = resolved(
            {"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR", "A ROM H", "A PAR - PIC"]}}
        )
        texts = " ".join(Picture(svg).texts())
        assert "Not used: France: A ROM H (no such unit)" in texts
        given = draw_phase(read_phase({"units": {"FRANCE": []}, "orders": {"FRANCE": ["hello"]}}))
        assert "Not drawn: France: hello (unreadable)" in set(Picture(given).texts())

    def test_many_notes_are_cut(self) -> None:
        orders = [f"nonsense {i}" for i in range(40)]
        svg = draw_phase(read_phase({"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": orders}}))
        assert "and 35 more" in set(Picture(svg).texts())


class TestMeaning:
    """What differs in meaning differs in form, not only in colour."""

    @pytest.mark.parametrize(
        ("orders", "word", "sign"),
        [
            ({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}, "fails", "M-2.6-2.6"),
            ({"FRANCE": ["A PAR S A MUN - BUR"], "GERMANY": ["A MUN H"]}, "void", "M-2.4 2.4"),
            ({"FRANCE": ["A PAR - LON"], "GERMANY": ["A MUN H"]}, "illegal", "M0-3.2"),
            ({"FRANCE": ["A PAR what"], "GERMANY": ["A MUN H"]}, "unreadable", "M-1.7-1.5"),
        ],
    )
    def test_each_failure_has_its_mark(self, orders: dict[str, list[str]], word: str, sign: str) -> None:
        svg, _ = resolved({"units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}, "orders": orders})
        picture = Picture(svg)
        marked = "".join(e.get("d", "") for e in picture.pieces()["A PAR"].iter())
        assert sign in marked
        assert word in set(picture.texts())

    def test_success_has_no_mark(self) -> None:
        svg, _ = resolved({"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}})
        assert "rs-mark" not in Picture(svg).classes()

    def test_armies_and_fleets_have_different_shapes(self) -> None:
        pieces = Picture(draw_phase(OPENING)).pieces()
        outline = {unit: next(e.get("d") for e in pieces[unit].iter() if e.get("d")) for unit in pieces}
        assert outline["A PAR"] == outline["A MUN"] != outline["F BRE"] == outline["F LON"]

    def test_lines_in_both_directions_do_not_lie_on_one_another(self) -> None:
        for orders in (["A PAR - BUR", "A BUR - PAR"], ["A PAR S A BUR", "A BUR S A PAR"]):
            svg = draw_phase(
                read_phase({"units": {"FRANCE": ["A PAR", "A BUR"]}, "orders": {"FRANCE": orders}})
            )
            first, second = (
                next(e.get("d", "") for e in group if "rs-line" in e.get("class", ""))
                for group in Picture(svg).lines()
            )
            numbers = [[float(n) for n in re.findall(r"-?[\d.]+", data)] for data in (first, second)]
            middles = [tuple(n[len(n) // 4 * 2 : len(n) // 4 * 2 + 2]) for n in numbers]
            assert math.dist(*middles) > 6

    def test_the_legend_tells_every_kind_of_line(self) -> None:
        texts = set(Picture(draw_phase(FALL, adjudicate(FALL))).texts())
        assert {"move", "support to move", "support to hold", "convoy", "hold", "fails", "dislodged"} <= texts

    def test_contested_provinces_burst(self) -> None:
        svg, resolution = resolved(
            {
                "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
                "orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
            }
        )
        assert resolution.contested == ("BUR",)
        assert {"rs-burst", "rs-spot"} <= Picture(svg).classes()

    def test_the_dislodged_and_their_retreats(self) -> None:
        svg, resolution = resolved(
            {
                "units": {"FRANCE": ["A PAR", "A GAS"], "GERMANY": ["A BUR"]},
                "orders": {"FRANCE": ["A PAR - BUR", "A GAS S A PAR - BUR"]},
            }
        )
        retreats = resolution.dislodged["GERMANY"]["A BUR"].retreats
        assert svg.count('class="rs-refuge"') == len(retreats) + 1  # one stands in the legend
        assert "rs-out" in Picture(svg).classes()

    def test_two_units_in_one_province_stand_apart(self) -> None:
        phase = read_phase(
            {
                "phase": "F1901R",
                "units": {"FRANCE": ["A BUR"]},
                "orders": {"GERMANY": ["A BUR - MUN"]},
                "dislodged": {"GERMANY": {"A BUR": {"from": "PAR", "retreats": ["MUN", "RUH"]}}},
            }
        )
        picture = Picture(draw_phase(phase))
        places = {p[0].get("transform", "") or p[1].get("transform", "") for p in picture.pieces().values()}
        assert len(places) == 2
        assert picture.orders() == ["A BUR R MUN"]

    def test_builds_are_outlines(self) -> None:
        phase = read_phase(
            {
                "phase": "W1901A",
                "units": {"FRANCE": ["A BUR"], "GERMANY": ["A BEL"]},
                "orders": {"FRANCE": ["A PAR B", "WAIVE"], "GERMANY": ["A BEL D"]},
            }
        )
        picture = Picture(draw_phase(phase))
        assert sorted(picture.pieces()) == ["A BEL", "A BUR", "A PAR"]
        assert "Not drawn: France: WAIVE" in set(picture.texts())
        assert {"build", "disband"} <= set(picture.texts())

    def test_owners_colour_the_centres(self) -> None:
        assert "rs-tint" in Picture(draw_phase(OPENING)).classes()
        assert "rs-tint" not in Picture(draw_phase(FALL)).classes()


class TestText:
    """The text of a picture."""

    @pytest.mark.parametrize("theme", ["auto", "light", "dark"])
    def test_nothing_outside_is_referred_to(self, theme: Theme) -> None:
        svg = draw_phase(FALL, adjudicate(FALL), theme=theme)
        body = svg.replace('xmlns="http://www.w3.org/2000/svg"', "", 1)
        assert not re.search(r"https?:|href|url\(|@import|<script|<image|<foreignObject|\bon\w+=", body)
        assert " id=" not in body  # several pictures may stand in one page
        assert ("prefers-color-scheme" in svg) is (theme == "auto")

    def test_no_rule_of_style_leaks_into_a_page(self) -> None:
        style = re.search(r"<style>(.*)</style>", draw_phase(OPENING))
        assert style
        rules = re.sub(r"@media[^{]*\{", "", style[1])
        selectors = [s for rule in re.findall(r"([^{}]+)\{[^}]*\}", rules) for s in rule.split(",")]
        assert selectors
        assert all(s.startswith((".rs.rs-auto", ".rs-auto ")) for s in selectors)

    def test_the_same_bytes(self) -> None:
        resolution = adjudicate(FALL)
        assert draw_phase(FALL, resolution) == draw_phase(FALL, adjudicate(FALL))

    def test_size(self) -> None:
        svg = draw_phase(OPENING, width=450)
        root = Picture(svg).root
        assert root.get("width") == "450"
        assert root.get("viewBox", "").startswith("0 0 900 ")
        assert len(svg) < 200_000

    @settings(max_examples=60, deadline=None)
    @given(st.text(max_size=60), st.sampled_from(["S1901M", "F1901R", "W1901A"]))
    def test_any_text_is_escaped(self, text: str, name: str) -> None:
        phase = Phase(phase=name, units={"FRANCE": ("A PAR",)}, orders={"FRANCE": (f"A PAR {text}", text)})
        Picture(draw_phase(phase))

    @given(st.text())
    def test_escape(self, text: str) -> None:
        assert not set(escape(text)) & set("<>\"'\0")

    def test_drawing_is_quick(self) -> None:
        """34 units under 50 ms once everything is loaded."""
        lines = (ROOT / "benchmarks" / "data" / "phases.jsonl").read_text().splitlines()
        phase = max(map(read_phase, lines), key=lambda p: sum(map(len, p.units.values())))
        resolution = adjudicate(phase)
        draw_phase(phase, resolution)
        times = []
        for _ in range(5):
            begin = time.perf_counter()
            draw_phase(phase, resolution)
            times.append(time.perf_counter() - begin)
        assert min(times) < 0.05


class TestKnot:
    """A part of the board."""

    def test_it_is_larger_and_the_rest_is_faint(self) -> None:
        resolution = adjudicate(PANDIN)
        units = {" ".join(order.split()[:2]) for cycle in resolution.cycles for order in cycle.orders}
        svg = draw_phase(PANDIN, resolution, knot=sorted(units))
        picture = Picture(svg)
        assert "rs-veil" in picture.classes()
        assert len(svg) < len(draw_phase(PANDIN, resolution))
        assert "MOS" not in set(picture.texts())
        bright = {unit for unit, piece in picture.pieces().items() if "rs-dim" not in piece.get("class", "")}
        assert units <= bright
        assert {"F NTH", "A BRE"} <= bright  # one supports, the other is convoyed

    def test_units_of_the_knot_are_inside(self) -> None:
        picture = Picture(draw_phase(FALL, knot=["F SEV", "A GAL"]))
        height = float(picture.root.get("viewBox", "").split()[3])
        for unit in ("F SEV", "A GAL", "A MOS", "A UKR"):
            sign = picture.pieces()[unit][1].get("transform", "")
            x, y = map(float, re.findall(r"-?[\d.]+", sign))
            assert 0 < x < 900
            assert 30 < y < height

    def test_other_spellings(self) -> None:
        assert draw_phase(FALL, knot=["f sevastopol"]) == draw_phase(FALL, knot=["F SEV"])

    @pytest.mark.parametrize("knot", [["A ZZZ"], ["F MOS"], [""], []])
    def test_no_such_unit(self, knot: list[str]) -> None:
        with pytest.raises(InputError, match="knot"):
            draw_phase(FALL, knot=knot)


class TestBadInput:
    """What cannot be drawn is an error of the input."""

    def test_theme_and_width(self) -> None:
        with pytest.raises(InputError, match="theme"):
            draw_phase(OPENING, theme="pink")  # type: ignore[arg-type]  # the mistake in question
        with pytest.raises(InputError, match="width"):
            draw_phase(OPENING, width=0)

    def test_impossible_units(self) -> None:
        with pytest.raises(InputError):
            draw_phase(Phase(units={"FRANCE": ("F MOS",)}))


class TestNotebook:
    """``_repr_svg_``"""

    def test_a_phase_and_a_resolution(self) -> None:
        resolution = adjudicate(FALL)
        assert len(Picture(resolution._repr_svg_() or "").pieces()) == len(resolution.orders)
        assert len(Picture(FALL._repr_svg_() or "").pieces()) == len(resolution.orders)

    def test_later_phases(self) -> None:
        retreats = adjudicate(
            {
                "phase": "F1901R",
                "units": {"FRANCE": ["A BUR"]},
                "orders": {"GERMANY": ["A BUR - MUN"]},
                "dislodged": {"GERMANY": {"A BUR": {"from": "PAR", "retreats": ["MUN"]}}},
            }
        )
        assert sorted(Picture(retreats._repr_svg_() or "").pieces()) == ["A BUR", "A BUR out"]
        builds = adjudicate(
            {
                "phase": "W1901A",
                "units": {"FRANCE": ["A BUR"], "GERMANY": ["A BEL"]},
                "centers": {"FRANCE": ["PAR", "MAR"], "GERMANY": []},
                "orders": {"FRANCE": ["A PAR B"], "GERMANY": ["A BEL D"]},
            }
        )
        assert sorted(Picture(builds._repr_svg_() or "").pieces()) == ["A BEL", "A BUR", "A PAR"]

    def test_an_unknown_map_is_shown_as_text(self) -> None:
        assert Phase(map="nowhere")._repr_svg_() is None
        assert Phase(units={"FRANCE": ("F MOS",)})._repr_svg_() is None
