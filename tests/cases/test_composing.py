"""The given cases of the area CMP, G-CMP-01 to G-CMP-07, on the bytes that the mail server got."""

import re
import socket
from collections.abc import Sequence
from dataclasses import replace
from email import message_from_bytes, policy
from email.headerregistry import AddressHeader
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path

import pytest

from app.core.errors import Refused
from app.models import Workspace
from mailboxes.actions.mailboxes import Connection, connect
from mailboxes.core.address import parse_address
from mailboxes.models import Delivery, Mailbox
from sequences import queries
from sequences.actions import campaigns, contacts, imports, launch, mail
from sequences.core.campaign_file.nodes import CampaignFileError
from sequences.core.campaign_file.reading import parse_campaign
from sequences.models import Campaign, Contact, Enrollment, Touch
from tests.factories import StepPlan, a_campaign, a_contact, a_workspace, an_email, enrolled
from tests.journeys.running import an_smtp, read_all, send_after, send_due, send_here, sent_octets
from tests.mailboxes.core.rust_reader import Seen, seen
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

DATA = Path("tests/data/imports")
LONG = ("Müller, Ünal & Söhne Gesellschaft für Öffentlichkeitsarbeit, " * 2)[:90].strip()
NAMES = ['Doe, Jane "JD" (Sales)', "Žofie Nováková, s.r.o.", "O'Neil @ Work", LONG, ""]


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


def to_ruth(workspace: Workspace, mailbox: Mailbox, steps: Sequence[StepPlan], **values: object) -> Campaign:
    """A campaign with Ruth in it; she keeps silent."""
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=steps, state="draft")
    told = {"first_name": "Ruth", "last_name": "", "company": "Alpha & Söhne", **values}
    enrolled(campaign, a_contact(workspace, "silent-ruth@example.com", **told))
    campaigns.start(campaign)
    return campaign


def parsed(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=policy.default)


def well_formed(raw: bytes) -> Seen:
    """What holds for every mail: CRLF only, no long line, each header once; then as a second parser reads it."""
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", raw)
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    mail_seen = seen(raw)
    assert set(mail_seen.counts.values()) == {1}
    return mail_seen


@pytest.mark.parametrize("name", NAMES)
def test_g_cmp_01_a_name_with_commas_quotes_or_accents_is_one_sender_and_one_recipient(
    workspace: Workspace, simulator: Simulator, world: World, name: str
) -> None:
    """G-CMP-01."""
    mailbox = an_smtp(workspace, simulator, world, display_name=name)
    to_ruth(workspace, mailbox, [an_email(text="Hello")], first_name=name)
    assert send_due(world) == ["accepted"]
    (raw,) = sent_octets(simulator, mailbox)
    first = well_formed(raw)
    assert first.sender == (name, mailbox.address)
    assert first.recipients == [(name, "silent-ruth@example.com")]
    for field, address in (("From", mailbox.address), ("To", "silent-ruth@example.com")):
        header = parsed(raw)[field]
        assert isinstance(header, AddressHeader)
        assert [(one.display_name, one.addr_spec) for one in header.addresses] == [(name, address)]
        assert parseaddr(str(message_from_bytes(raw)[field]))[1] == address
        if not name:
            assert f"{field}: {address}\r\n".encode() in raw
    (taken,) = simulator.journal("accept")
    assert (taken["mail_from"], taken["rcpt"]) == (mailbox.address, "silent-ruth@example.com")


@pytest.mark.parametrize("sign", ["\r", "\n", "\0", "\u2028", "\u202e", "\u200f"])
def test_g_cmp_01_a_name_that_could_write_headers_is_refused_when_it_is_saved(workspace: Workspace, sign: str) -> None:
    """G-CMP-01, last line."""
    name = f"Jane{sign}Bcc: x@example.net"
    secret = {"username": "jane", "password": "password"}
    server = {"smtp": {"host": "127.0.0.1", "port": 25, "security": "plain"}}
    with pytest.raises(Refused, match="display name holds a line break"):
        connect(workspace, Connection("smtp", "jane@example.com", secret, server, display_name=name))
    with pytest.raises(Refused, match="first_name"):
        contacts.create(workspace, parse_address("ruth@example.com"), {"first_name": name})
    assert not Mailbox.objects.exists()
    assert not Contact.objects.exists()


def test_g_cmp_02_the_body_survives_transport_byte_for_byte(
    workspace: Workspace, simulator: Simulator, world: World
) -> None:
    """G-CMP-02, as text and as HTML."""
    text = (DATA / "body-transport.txt").read_text(encoding="utf-8")
    mailbox = an_smtp(workspace, simulator, world)
    to_ruth(workspace, mailbox, [StepPlan(subject="Hard", text=text, html=f"<pre>{text}</pre>")])
    assert send_due(world) == ["accepted"]
    (raw,) = sent_octets(simulator, mailbox)
    (plain_kind, plain), (html_kind, html) = well_formed(raw).parts
    assert (plain_kind, html_kind) == ("text/plain", "text/html")
    expected = text.replace("{{first_name}}", "Ruth")
    assert plain.startswith(f"{expected}\n\n")
    assert html.startswith(f"<pre>{expected}</pre>\n")
    for part, whole in zip(parsed(raw).iter_parts(), (plain, html), strict=True):
        assert part["Content-Transfer-Encoding"] == "quoted-printable"
        assert part.get_content_charset() == "utf-8"
        assert part.get_content().replace("\r\n", "\n") == whole
    assert max(map(len, raw.partition(b"\r\n\r\n")[2].split(b"\r\n"))) <= 76
    assert not re.search(rb"(?m)^From ", raw)
    (url,) = re.findall(r"https://www\.example\.com/p/seg\S+", plain)
    assert len(url) > 1_800


def a_list_of_people(workspace: Workspace, campaign: Campaign) -> None:
    with (DATA / "missing-fields.csv").open("rb") as file:
        imports.run(imports.stage(workspace, "missing-fields.csv", file, campaign=campaign).id)


def test_g_cmp_03_a_missing_field_falls_back_or_holds_that_person_alone(
    workspace: Workspace, simulator: Simulator, world: World
) -> None:
    """G-CMP-03, first template."""
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    hello = "Hi {{ first_name | default: 'there' }}"
    words = f"{hello}, about {{{{company}}}}"
    step = StepPlan(subject=f"{hello}!", text=words, html=f"<p>{words}</p>")
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=[step], state="draft")
    a_list_of_people(workspace, campaign)
    assert [(one.position, one.field, one.people) for one in launch.lacking(campaign)] == [(1, "company", 2)]
    campaigns.start(campaign)
    Touch.objects.update(mailbox=mailbox, due_at=world.now(), eligible_at=world.now())
    send_here()
    assert (
        list(Touch.objects.filter(state="held").values_list("hold_reason", "hold_detail"))
        == [("missing_field", "company")] * 2
    )
    mails = [well_formed(raw) for raw in sent_octets(simulator, mailbox)]
    assert len(mails) == 4
    for one in mails:
        greeting = one.subject.removesuffix("!")
        assert greeting in {"Hi Anke", "Hi there"}
        assert all(f"{greeting}, " in text for _, text in one.parts)
        assert not any("{{" in text or "}}" in text for _, text in one.parts)
    held = Contact.objects.get(enrollment__touch__state="held", first_name="Enno")
    contacts.update(held, {"company": "Echo Ltd"})
    assert send_here() == ["accepted"]
    assert "Echo Ltd" in seen(sent_octets(simulator, mailbox)[-1]).parts[0][1]


@pytest.mark.parametrize(
    "tag", ["{{frist_name}}", "{{ frist_name | default: 'x' }}", "{% if frist_name %}a{% endif %}"]
)
def test_g_cmp_03_a_field_that_exists_nowhere_is_refused_at_launch_with_step_and_name(
    workspace: Workspace, simulator: Simulator, world: World, tag: str
) -> None:
    """G-CMP-03, second template."""
    mailbox = an_smtp(workspace, simulator, world)
    steps = [an_email(text="Hello"), an_email(subject="", text=f"Hi, {tag}")]
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=steps, state="draft")
    a_list_of_people(workspace, campaign)
    with pytest.raises(Refused, match=r"Step 2, text: line 1, column \d+: unknown field 'frist_name'"):
        campaigns.start(campaign)
    campaign.refresh_from_db()
    assert campaign.state == "draft"
    assert simulator.journal("post") == []


BRACES = ["Hi {{first_name", "Hi {{first_name}} }}", "{{ {{first_name}} }}", "{{{first_name}}}"]
FILE = """\
name: Spring
steps:
  - kind: email
    subject: Hello
    text: "Hello"
  - kind: email
    text: "%s"
"""


@pytest.mark.parametrize("body", BRACES)
def test_g_cmp_04_an_unclosed_or_nested_tag_is_refused_at_save_and_at_launch_with_its_place(
    workspace: Workspace, simulator: Simulator, world: World, body: str
) -> None:
    """G-CMP-04; three braces in a row are refused, as the template's documentation says."""
    with pytest.raises(CampaignFileError) as refused:
        parse_campaign(FILE % body, "yaml")
    assert re.match(r"7:\d+: ", str(refused.value.problems[0]))
    mailbox = an_smtp(workspace, simulator, world)
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=[an_email(), an_email("", body)], state="draft")
    with pytest.raises(Refused, match=r"Step 2, text: line 1, column \d+: "):
        campaigns.start(campaign)


VALUES = ["{{email}}", "{% now %}", "{0.__class__}", "%(x)s", "\\1", "$&", "{{secret}}"]


@pytest.mark.parametrize("value", VALUES)
def test_g_cmp_04_a_value_that_looks_like_a_tag_arrives_literally_and_css_as_it_is(
    workspace: Workspace, simulator: Simulator, world: World, value: str
) -> None:
    """G-CMP-04."""
    css, json = "a{color:red}", '{"a":{"b":1}}'
    step = StepPlan(
        subject="About {{company}}",
        text=f"{{{{company}}}} {json}",
        html=f"<style>{css}</style><p>{{{{company}}}} {json}</p>",
    )
    mailbox = an_smtp(workspace, simulator, world)
    to_ruth(workspace, mailbox, [step], company=value)
    assert send_due(world) == ["accepted"]
    one = well_formed(*sent_octets(simulator, mailbox))
    assert one.subject == f"About {value}"
    (_, text), (_, html) = one.parts
    assert text.startswith(f"{value} {json}\n")
    assert html.startswith(f"<style>{css}</style><p>{value.replace('&', '&amp;')} {json}</p>")


def test_g_cmp_05_an_html_step_gets_its_text_from_the_html_and_a_plain_step_stays_plain(
    workspace: Workspace, simulator: Simulator, world: World
) -> None:
    """G-CMP-05; what the text looks like line by line is in tests/sequences/core/test_compose_html.py."""
    html = (DATA / "html-step.html").read_text(encoding="utf-8")
    mailbox = an_smtp(workspace, simulator, world)
    campaign = to_ruth(
        workspace, mailbox, [StepPlan(subject="Idea", html=html), an_email("", "Plain {{first_name}}", delay=1)]
    )
    assert send_due(world) == ["accepted"]
    assert send_after(world, 2) == ["accepted"]
    both, plain = sent_octets(simulator, mailbox)
    assert parsed(both).get_content_type() == "multipart/alternative"
    (kind, text), (second, shown) = well_formed(both).parts
    assert (kind, second) == ("text/plain", "text/html")
    assert all(part.get_content_charset() == "utf-8" for part in parsed(both).iter_parts())
    assert "Idea for Alpha & Söhne\n\nHi Ruth,\nwe saw your post & liked it – really 🚀.\n" in text
    assert "\n- first point\n- second point with details <https://example.com/a?x=1&y=2>\n" in text
    assert not re.search(r"<(?!https?:)|&\w+;|color:|preheader|editor note|logo\.png|\u00a0", text)
    assert max(map(len, text.split("\n"))) < 200
    links = [re.findall(r"http://127\.0\.0\.1:8000/u/\w+", part) for part in (text, shown)]
    assert links[0] == links[1]
    assert len(links[0]) == 1
    assert well_formed(plain).parts[0][0] == parsed(plain).get_content_type() == "text/plain"
    step = campaign.step_set.get(position=1)
    step.variant_set.update(html=html.replace("first point", "other point"))
    enrolled(campaign, a_contact(workspace, "silent-sam@example.com", first_name="Sam"))
    assert send_after(world, 1) == ["accepted"]
    assert "- other point\n" in well_formed(sent_octets(simulator, mailbox)[-1]).parts[0][1]


def test_g_cmp_06_references_grow_over_eight_steps_and_no_id_is_broken(
    workspace: Workspace, simulator: Simulator, world: World
) -> None:
    """G-CMP-06: ids of ninety characters; the person answered another campaign of the same mailbox before."""
    domain = "a-rather-long-name-of-a-sending-company-that-needs-its-room.example"
    mailbox = an_smtp(workspace, simulator, world, address=f"nils@{domain}", gap=0)
    before = a_campaign(workspace, mailboxes=[mailbox], steps=[an_email("Other")])
    ruth = a_contact(workspace, "silent-ruth@example.com")
    enrolled(before, ruth)
    assert send_due(world) == ["accepted"]
    other = str(parsed(*sent_octets(simulator, mailbox))["Message-ID"])
    head = f"From: silent-ruth@example.com\r\nTo: {mailbox.address}\r\nMessage-ID: <r@example.com>\r\n"
    simulator.deliver(mailbox.address, f"{head}In-Reply-To: {other}\r\n\r\nTell me more.\r\n".encode())
    read_all()
    ruth.refresh_from_db()
    ruth.recipient.refresh_from_db()
    steps = [an_email("First"), *[an_email("", "Again", delay=1)] * 7]
    enrollment = enrolled(a_campaign(workspace, mailboxes=[mailbox], steps=steps), ruth)
    for _ in range(8):
        assert send_after(world, 14) == ["accepted"]
    raws = sent_octets(simulator, mailbox)[1:]
    kept = Delivery.objects.filter(touch_id__in=enrollment.touch_set.values("id")).order_by("id")
    names = [f"<{one.message_id}>" for one in kept]
    assert min(map(len, names)) > 90
    assert len({*names, other}) == 9
    for number, raw in enumerate(raws):
        one = well_formed(raw)
        assert one.headers["message-id"] == [names[number]]
        assert one.headers.get("in-reply-to", []) == names[number - 1 : number]
        assert " ".join(one.headers.get("references", [])).split() == names[:number]
        assert b"=?" not in raw.partition(b"\r\n\r\n")[0]
        assert all(name.encode() in raw for name in names[: number + 1])


def test_g_cmp_07_the_message_id_ends_in_the_domain_of_the_sender_and_tells_nothing(
    workspace: Workspace, simulator: Simulator, world: World
) -> None:
    """G-CMP-07. What EHLO says is in tests/cases as well, with the area SND."""
    mailbox = an_smtp(workspace, simulator, world, address=parse_address("nora@bücher.example").wire)
    to_ruth(workspace, mailbox, [an_email(text="Hello")])
    touch = Touch.objects.get()
    Touch.objects.update(state="planned", slot_at=world.now(), mailbox=mailbox)
    job = queries.job(touch.id)
    assert job is not None
    ids = {mail.write(replace(job, token=None)).message_id for _ in range(1_000)}
    assert len(ids) == 1_000
    Touch.objects.update(state="scheduled")
    simulator.fault("status", "smtp.dot", status=451)
    assert send_due(world) == ["deferred"]
    name = Delivery.objects.get().message_id
    Mailbox.objects.update(limited_until=None)  # machine time, which stands still here
    assert send_after(world, 1) == ["accepted"]
    (raw,) = sent_octets(simulator, mailbox)
    assert well_formed(raw).headers["message-id"] == [f"<{name}>"]
    assert re.fullmatch(r"[0-9a-f]{32}@xn--bcher-kva\.example", name)
    lower = raw.lower()
    for telling in (socket.gethostname().lower(), "localhost", "python", "forbear", f"{Enrollment.objects.get().id}@"):
        assert f"@{telling}".encode() not in lower
        assert telling.encode() not in name.encode()
