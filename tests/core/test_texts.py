"""How sentences name components."""

from __future__ import annotations

from cairn.core.texts import Texts, titles_of

CONTENT = {
    "cards": [{"name": "bear-cave", "title": "Bear Cave"}, {"name": "gap"}],
    "peaks": [{"id": "k2", "name": "K2", "parts": [{"name": "abruzzi", "title": "Abruzzi Spur"}]}],
}


def said(args: dict[str, object]) -> str:
    sections = {"event": {"play": "{seat} plays {what}."}, "name": {"k2": "Chogori"}}
    return Texts(sections, titles_of(CONTENT)).say("event", "play", args)


def test_a_component_is_named_by_the_title_of_its_content() -> None:
    assert said({"seat": "Ana", "what": ["bear-cave", "abruzzi"]}) == "Ana plays Bear Cave, Abruzzi Spur."


def test_a_name_in_the_messages_goes_before_a_title_of_the_content() -> None:
    assert said({"seat": "Ana", "what": "k2"}) == "Ana plays Chogori."


def test_an_id_without_title_is_said_in_words_and_a_number_pair_stays() -> None:
    assert said({"seat": "Ana", "what": ["sand-7", "5-3", 4]}) == "Ana plays sand 7, 5-3, 4."


def test_the_name_of_a_seat_stays_as_it_is() -> None:
    assert said({"seat": "bear-cave", "what": "gap"}) == "bear-cave plays gap."
