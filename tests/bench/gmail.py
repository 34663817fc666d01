"""send_gmail: end-to-end sends of one worker process against the plain loop of google-api-python-client."""

import os
from base64 import urlsafe_b64encode
from time import perf_counter

from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build

from tests.bench.mail import same_mail
from tests.bench.report import Figure, figure
from tests.bench.sends import ROUNDS, SENDS, WARM, a_sink, sending_field, worker_takes

STUB = "tests.bench.gmail_stub"
MUCH = "1000000000"  # units a minute: they are counted, and never the limit


def send_gmail() -> list[Figure]:
    """Everything a send is, all committed, through the Gmail adapter; the plain loop builds, encodes and posts."""
    with a_sink(STUB) as stub:
        url = f"http://127.0.0.1:{stub.port}"
        field = sending_field(stub.port, "gmail", {"api": url, "token": f"{url}/token"})
        ours = plain = 0.0
        first = 1
        os.environ |= {"GMAIL_USER_UNITS": MUCH, "GMAIL_PROJECT_UNITS": MUCH}
        for _ in range(ROUNDS):
            plain += _plain(url)
            ours += worker_takes(field, stub, first)
            first += SENDS + WARM
    return [figure("send_gmail", SENDS * ROUNDS / ours, "sends/s", SENDS * ROUNDS / plain, 0.5)]


def _plain(url: str) -> float:
    """Return the seconds of the loop that the library's own pages show, over one kept connection."""
    credentials = Credentials("bench")  # type: ignore[no-untyped-call]
    options = {"api_endpoint": url}
    service = build("gmail", "v1", credentials=credentials, client_options=options, cache_discovery=False)
    began = perf_counter()
    for number in range(SENDS):
        raw = urlsafe_b64encode(same_mail(number).as_bytes()).decode()
        service.users().messages().send(userId="me", body={"raw": raw}).execute()
    took = perf_counter() - began
    service.close()
    return took
