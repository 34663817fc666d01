"""The country that a typed or imported text means, as its ISO 3166 code."""

import re
import unicodedata
from functools import cache, lru_cache

import pytz

NO_LETTER = re.compile(r"[^\w]+")

ALIASES = """
AE: uae, emirates; AT: österreich; AU: aus; BA: bosnia, bosnia and herzegovina; BE: belgië, belgique, belgien; BG:
bulgarien; BN: brunei darussalam; BO: bolivia plurinational state of; BR: brasil, bra; CA: can; CD: dr congo,
democratic republic of the congo; CG: congo, republic of the congo; CH: schweiz, suisse, svizzera, che; CI: ivory
coast; CN: prc, peoples republic of china, chn; CV: cabo verde; CY: zypern; CZ: czechia, czech republic, česko,
tschechien; DE: deutschland, allemagne, alemania, deu, ger; DK: danmark, dänemark; EE: estland; EG: ägypten; ES:
españa, espagne, spanien, esp; FI: suomi, finnland; FR: fra, frankreich; GB: uk, gbr, great britain, britain, england,
scotland, wales, northern ireland, united kingdom, vereinigtes königreich, united kingdom of great britain and
northern ireland; GR: hellas, griechenland; HK: hong kong sar; HR: hrvatska, kroatien; HU: magyarország, ungarn; IE:
eire, éire, republic of ireland; IL: isr; IN: ind, bharat; IR: iran islamic republic of; IS: ísland; IT: italia,
italien, italie, ita; JP: jpn, nippon; KP: north korea; KR: south korea, korea, republic of korea, kor; LA: laos, lao
pdr; LT: lietuva; LU: luxemburg; LV: latvija; MD: moldova, republic of moldova; MK: macedonia, north macedonia; MM:
burma, myanmar; MO: macao, macau; MX: méxico, mex; NL: holland, nederland, the netherlands, nld; NO: norge, norwegen;
NZ: aotearoa, nzl; PL: polska, polen, pologne; PS: palestine, state of palestine; PT: prt; RO: românia, rumänien; RU:
russian federation, россия, rus; SA: saudi, ksa, kingdom of saudi arabia; SE: sverige, schweden; SG: sgp; SI:
slovenija; SK: slovensko, slovak republic; SY: syria, syrian arab republic; SZ: swaziland; TL: timor leste; TR:
turkey, türkiye, turquie; TW: taiwan, taiwan province of china, chinese taipei; TZ: tanzania, united republic of
tanzania; UA: ukraina, україна; US: usa, united states of america, us of a, the united states, america, estados
unidos, vereinigte staaten, états unis; VA: vatican, holy see; VE: venezuela, bolivarian republic of venezuela; VN:
vietnam, viet nam; ZA: rsa
"""


def folded(text: str) -> str:
    """Return a name as names are compared: no accents, case, signs or spaces."""
    plain = unicodedata.normalize("NFKD", text.replace("&", " and "))
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return NO_LETTER.sub("", letters.casefold()).replace("_", "")


@lru_cache(maxsize=4096)
def country_code(text: str) -> str:
    """Return the ISO 3166 code of a country's code or name; "" where it is none that we know."""
    key = folded(text)
    return _codes().get(key) or _codes().get(key.removeprefix("the"), "")


@cache
def _codes() -> dict[str, str]:
    found = {folded(name): code for code, name in pytz.country_names.items()}
    found |= {folded(name): code for code, name in _aliases()}
    return found | {code.lower(): code for code in pytz.country_names}


def _aliases() -> list[tuple[str, str]]:
    entries = (entry.split(":") for entry in ALIASES.split(";"))
    return [(code.strip(), name) for code, names in entries for name in names.split(",")]
