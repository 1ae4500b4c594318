"""Legends beside their pictures: the same words and signs as below them."""

from __future__ import annotations

from html import unescape
from xml.etree import ElementTree as Xml

import pytest

from commands.render.pictures import render_apart, render_svg
from sits_es.report.scenes import Scene
from tests.commands.render.test_shapes import SCENE as TABLE
from tests.commands.test_pictures_regions import SCENE as MAP
from tests.commands.test_pictures_space import SCENE as SPACE


def told(svg: str) -> str:
    """Every word of a picture."""
    return " ".join(" ".join(Xml.fromstring(svg).itertext()).split())  # noqa: S314 - our own drawing


@pytest.mark.parametrize("scene", [MAP, SPACE, TABLE], ids=lambda scene: type(scene).__name__)
def test_a_legend_beside_its_picture_says_what_it_says_below(scene: Scene) -> None:
    whole = render_svg(scene, "")
    bare, key = render_apart(scene)
    assert len(bare) < len(whole)
    for sign, words in key:
        said = unescape(words)
        assert said in told(whole)
        assert said not in told(bare)
        assert sign == "" or Xml.fromstring(sign).attrib["width"] == "24"  # noqa: S314 - our own drawing
    assert sum(bool(sign) for sign, _ in key) > 1
    assert Xml.fromstring(bare).attrib["role"] == "img"  # noqa: S314 - our own drawing
