"""Guesses the charset of text that declares none: by how often which bytes stand in it, in scripts that fill words.

Only for long runs of high bytes. Letters with accents stand alone, so western text is never guessed.
"""

import re

SAMPLE = 8_192  # bytes that are looked at
AT_LEAST = 12  # high bytes; fewer prove nothing
RUN = re.compile(rb"[\x80-\xff]+")
RUN_AT_LEAST = 3  # high bytes of an average run
PAIRS = re.compile(rb"(?:[\x81-\xfe][\x40-\x7e\x80-\xfe])+")
PAIRS_AT_LEAST = 4  # bytes of an average run of pairs
PAIR = re.compile(rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]")
# The six commonest letters of Russian make up nearly half of it; six bytes of anything else a tenth.
CYRILLIC = {
    "koi8_u": "оеаинт".encode("koi8_u"),
    "cp1251": "оеаинт".encode("cp1251"),
    "iso8859_5": "оеаинт".encode("iso8859_5"),
}
CYRILLIC_SHARE = 1 / 3
NOT_HEBREW = "ыьэюя".encode("cp1251")  # which has its letters where cp1251 has the others
KANA = re.compile(rb"[\xa4\xa5][\xa1-\xf6]")  # of EUC
SHIFTED_KANA = re.compile(rb"[\x82\x83][\x40-\xf1]")
KANA_SHARE = 1 / 4
HANGUL = range(0xB0, 0xC9)  # first bytes
HANGUL_SHARE = 0.8
FREQUENT_BIG5 = range(0xA4, 0xB0)
BIG5_SHARE = 0.35


def guess(data: bytes) -> str | None:
    """The likeliest codec, None when nothing is likely. It may still fail to decode."""
    data = data[:SAMPLE]
    return _cyrillic(data) or _of_pairs(data)


def _filled(runs: list[bytes], on_average: int) -> bool:
    """Whether the runs are those of a script that fills words."""
    length = sum(map(len, runs))
    return length >= AT_LEAST and length >= on_average * len(runs)


def _cyrillic(data: bytes) -> str | None:
    if not _filled(runs := RUN.findall(data), RUN_AT_LEAST):
        return None
    high = b"".join(runs)
    shares = {codec: 1 - len(high.translate(None, common)) / len(high) for codec, common in CYRILLIC.items()}
    likeliest = max(shares, key=shares.__getitem__)
    if likeliest == "cp1251" and len(high.translate(None, NOT_HEBREW)) == len(high):
        return None
    return likeliest if shares[likeliest] >= CYRILLIC_SHARE else None


def _of_pairs(data: bytes) -> str | None:
    """The East Asian charset whose first bytes these are."""
    if not _filled(PAIRS.findall(data), PAIRS_AT_LEAST):
        return None
    first = [pair[0] for pair in PAIR.findall(data)]
    kana, shifted = len(KANA.findall(data)), len(SHIFTED_KANA.findall(data))
    if max(kana, shifted) >= KANA_SHARE * len(first):
        return "euc_jp" if kana >= shifted else "cp932"
    if sum(byte in HANGUL for byte in first) >= HANGUL_SHARE * len(first):
        return "cp949"
    return "big5" if sum(byte in FREQUENT_BIG5 for byte in first) >= BIG5_SHARE * len(first) else "gb18030"
