"""The one lexicon of the reader: every table of words, compiled once, so that each word of a mail is looked up once."""

from bounces.core.lexicon import Lexicon
from bounces.core.roles import ROLES
from bounces.core.words.baltic import BALTIC
from bounces.core.words.eastern import EASTERN
from bounces.core.words.english import ENGLISH
from bounces.core.words.germanic import GERMANIC
from bounces.core.words.nordic import NORDIC
from bounces.core.words.romance import ROMANCE
from bounces.core.words.slavic import SLAVIC
from bounces.core.words.west_slavic import WEST_SLAVIC

LEXICON = Lexicon(ROLES, (ENGLISH, GERMANIC, NORDIC, ROMANCE, WEST_SLAVIC, SLAVIC, BALTIC, EASTERN))
