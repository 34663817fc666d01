"""Words of a complaint: spam as a charge, law and regulators, lawyers, abuse."""

import re

LAW = re.compile(
    r"\bgdpr\b|\bdsgvo\b|\bds-gvo\b|\brgpd\b|\brodo\b|\blgpd\b|\bccpa\b|can-?spam (?:act|violation)|\bcasl\b|"
    r"\buwg\b|\bpecr\b|\bavg\b.{0,30}(?:klacht|artikel|verzoek)|data protection (?:authority|act|law|officer|"
    r"complaint)|datenschutz(?:behörde|beschwerde)|aufsichtsbehörde|information commissioner|"
    r"subject access request|\bart(?:icle|ikel|ículo|\.)? ?(?:15|17|21)\b.{0,60}(?:gdpr|dsgvo|rgpd|ds-gvo|avg)|"
    r"autoriteit persoonsgegevens|agencia (?:española )?de protección|garante (?:per la|privacy)|"
    r"\bfederal trade commission\b",
    re.IGNORECASE,
)
REGULATOR = re.compile(
    r"\b(?:report\w*|saisi\w*|escalat\w*|complain\w*|complaint|file|lodge|beschwer\w*|meld\w*|plainte|denunci\w*|"
    r"reclam\w*|klacht|segnal\w*|anzeige)\b.{0,100}\b(?:FTC|ICO|CNIL|AEPD|UODO|ANPD|CRTC|BfDI|DPC|garante|"
    r"\w*behörde|authorit\w+|provider|hosting|registrar|polizei|police|spamhaus|abuse)\b",
    re.IGNORECASE,
)
LEGAL = re.compile(
    r"\babmahnung\b|abmahn\w+|cease[- ]and[- ]desist|legal action|(?:my|our) (?:lawyer|attorney|solicitor|"
    r"legal (?:team|department|counsel))|unterlassung\w*|rechtsanwalt|rechtliche schritte|strafanzeige|"
    r"mise en demeure|(?:poursuites|action) (?:judiciaires?|en justice)|acciones legales|azioni legali|"
    r"juridische stappen|kroki prawne|medidas legais|rättsliga åtgärder|подам в суд|юрист",
    re.IGNORECASE,
)
CHARGE = re.compile(
    r"(?:stop|quit) (?:\w+ ){0,3}spam\w*|\b(?:this|that|you|your \w+) (?:is|are|"
    r"was)\b(?: \w+){0,3} (?:spam(?:mer|ming)?|harass\w+|unsolicited)\b|(?:reported|reporting|marked|"
    r"flagged) (?:you|this|your|it)\b.{0,60}\b(?:spam|abuse|junk)|(?:reported|reporting) (?:you|this)\b|"
    r"spam(?:mer|ming) me|unsolicited (?:commercial )?(?:e-?mail|mail|spam)|das ist spam|als spam gemeldet|"
    r"c'est du spam|signalé.{0,30}spam|es spam|esto es spam|è spam|dit is spam|to jest spam|это спам|"
    r"harass(?:ing|ment)|belästig\w+",
    re.IGNORECASE,
)
ABUSE = re.compile(
    r"\b(?:fuck\w*|f\*+k?\w*|piss off|bugger off|shove (?:it|your)|screw you|go to hell|scumbag|asshole|"
    r"arschloch|verpiss\w*|va te faire|connard|vete a la mierda|hijo de puta|vaffanculo|spierdalaj|rot op|отвали|"
    r"иди на)\b",
    re.IGNORECASE,
)
HARMLESS_LAWYER = re.compile(
    r"(?:lawyer|attorney|solicitor|legal \w+)[^.]{0,40}(?:review|contract|sign|look|check|approve)", re.IGNORECASE
)
HARMLESS = re.compile(
    r"(?:in|into|from|to|of) (?:my|our|the) (?:spam|junk)|spam folder|spam filter|\b(?:are you|is your|do you|"
    r"gdpr[- ](?:compliant|ready|compliance)|dsgvo-konform)\b",
    re.IGNORECASE,
)
RULES = (("law", LAW), ("regulator", REGULATOR), ("legal", LEGAL), ("charge", CHARGE), ("abuse", ABUSE))


def complaint(text: str) -> str:
    """The rule by which a text is a complaint, empty when it is none."""
    head = text[:8000]
    for name, pattern in RULES:
        found = pattern.search(head)
        if found is None:
            continue
        around = head[max(0, found.start() - 60) : found.end() + 60]
        harmless = HARMLESS_LAWYER if name == "legal" else HARMLESS
        if name in {"regulator", "abuse"} or not harmless.search(around):
            return name
    return ""
