"""Mail domains that belong to no company: an answer from one says nothing about the others who use it."""

NAMES = (
    "gmail", "googlemail", "outlook", "hotmail", "live", "msn", "yahoo", "ymail", "rocketmail", "aol", "aim",
    "icloud", "me", "mac", "proton", "protonmail", "pm", "gmx", "zoho", "fastmail", "hey", "tutanota", "tuta",
    "mail", "email", "inbox", "hushmail",
)  # fmt: skip
PLACES = (
    "com", "net", "org", "me", "de", "at", "ch", "fr", "it", "es", "nl", "be", "co.uk", "ie", "ca", "com.au",
    "co.nz", "com.br", "co.in", "co.jp", "eu", "us",
)  # fmt: skip
NATIONAL = frozenset({
    "web.de", "t-online.de", "freenet.de", "arcor.de", "posteo.de", "mailbox.org", "bluewin.ch", "hispeed.ch",
    "orange.fr", "wanadoo.fr", "free.fr", "laposte.net", "sfr.fr", "libero.it", "virgilio.it", "tiscali.it",
    "alice.it", "telefonica.net", "terra.es", "ziggo.nl", "kpnmail.nl", "planet.nl", "telenet.be", "skynet.be",
    "btinternet.com", "virginmedia.com", "sky.com", "comcast.net", "verizon.net", "att.net", "sbcglobal.net",
    "cox.net", "bellsouth.net", "shaw.ca", "rogers.com", "bigpond.com", "optusnet.com.au", "uol.com.br",
    "bol.com.br", "mail.ru", "bk.ru", "list.ru", "inbox.ru", "yandex.ru", "yandex.com", "ya.ru", "rambler.ru",
    "wp.pl", "o2.pl", "onet.pl", "interia.pl", "seznam.cz", "centrum.cz", "azet.sk", "abv.bg", "ukr.net",
    "qq.com", "163.com", "126.com", "sina.com", "foxmail.com", "naver.com", "daum.net", "hanmail.net",
    "rediffmail.com", "telia.com", "home.se", "online.no",
    "yahoo.com.ar", "yahoo.com.mx", "online.de", "neuf.fr", "bbox.fr", "numericable.fr", "tin.it", "pec.it",
    "inwind.it", "vip.qq.com", "yeah.net", "139.com", "189.cn", "sina.cn", "sohu.com", "aliyun.com", "internet.ru",
    "yandex.by", "yandex.kz", "yandex.ua", "tuta.io", "tutamail.com", "charter.net", "earthlink.net", "juno.com",
    "optonline.net", "frontier.com", "xtra.co.nz", "talktalk.net", "ntlworld.com", "blueyonder.co.uk",
    "terra.com.br", "ig.com.br", "globo.com", "op.pl", "poczta.onet.pl", "tlen.pl", "email.cz", "post.cz",
    "zoznam.sk", "mail.bg", "i.ua", "meta.ua", "freemail.hu", "citromail.hu", "nate.com", "docomo.ne.jp",
    "ezweb.ne.jp", "softbank.ne.jp", "nifty.com", "hotmail.se", "spray.se", "sapo.pt", "xs4all.nl", "home.nl",
    "hetnet.nl", "sunrise.ch", "walla.co.il", "duck.com",
})  # fmt: skip
FREE_MAIL = NATIONAL | {f"{name}.{place}" for name in NAMES for place in PLACES}
