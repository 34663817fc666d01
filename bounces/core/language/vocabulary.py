"""The one lexicon of the reader: every table of words, compiled once, so that each word of a mail is looked up once."""

from bounces.core.language.lexicon import Lexicon
from bounces.core.language.roles import ROLES
from bounces.core.language.words.baltic import BALTIC
from bounces.core.language.words.eastern import EASTERN
from bounces.core.language.words.english import ENGLISH
from bounces.core.language.words.french import FRENCH
from bounces.core.language.words.germanic import GERMANIC
from bounces.core.language.words.nordic import NORDIC
from bounces.core.language.words.romance import ROMANCE
from bounces.core.language.words.slavic import SLAVIC
from bounces.core.language.words.west_slavic import WEST_SLAVIC

LEXICON = Lexicon(ROLES, (ENGLISH, GERMANIC, NORDIC, FRENCH, ROMANCE, WEST_SLAVIC, SLAVIC, BALTIC, EASTERN))
