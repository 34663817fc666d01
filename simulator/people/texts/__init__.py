"""What people write, by language."""

from simulator.people.texts.english import ENGLISH
from simulator.people.texts.french import FRENCH
from simulator.people.texts.german import GERMAN
from simulator.people.texts.phrases import Phrases
from simulator.people.texts.spanish import SPANISH

TEXTS: dict[str, Phrases] = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}
