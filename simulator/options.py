"""The command line of the simulator."""

import argparse
from dataclasses import dataclass
from pathlib import Path

MODES = ("auto", "forced", "silent")


@dataclass(frozen=True, slots=True)
class Options:
    """What the process was started with; ports of 0 mean any free one, lifetimes are machine seconds."""

    journal: Path
    http_port: int = 0
    smtp_port: int = 0
    smtps_port: int = 0
    dns_port: int = 0
    seed: int = 7
    speed: float = 1.0
    people: str = "auto"
    message_ids: str = "keep"
    token_seconds: int = 3600
    validate: bool = True
    fsync: bool = False
    keep_smtp_sent: bool = False
    smtp_anonymous: bool = False
    smtp_cert: Path | None = None
    smtp_key: Path | None = None
    follow_stdin: bool = False


def read_options(arguments: list[str]) -> Options:
    """Parse the command line; exits with a message when it is wrong."""
    parser = argparse.ArgumentParser(prog="simulator", description="Mail providers and people, on loopback only.")
    parser.add_argument("--journal", type=Path, required=True, help="append-only record, JSON lines")
    parser.add_argument("--http-port", type=int, default=0)
    parser.add_argument("--smtp-port", type=int, default=0)
    parser.add_argument(
        "--smtps-port", type=int, default=0, help="TLS from the first byte, where there is a certificate"
    )
    parser.add_argument("--dns-port", type=int, default=0, help="name servers, over UDP and TCP")
    parser.add_argument("--seed", type=int, default=7, help="same seed, same people")
    parser.add_argument("--speed", type=float, default=1.0, help="world seconds in a machine second")
    parser.add_argument("--people", choices=MODES, default="auto", help="forced: only by the prefix of the address")
    parser.add_argument("--message-ids", choices=("keep", "rewrite", "rewrite-and-drop"), default="keep")
    parser.add_argument("--token-seconds", type=int, default=3600, help="life of an access token")
    parser.add_argument("--no-validate", dest="validate", action="store_false", help="for benches only")
    parser.add_argument("--fsync", action="store_true", help="the journal survives a power cut")
    parser.add_argument("--keep-smtp-sent", action="store_true", help="submitted mail lands in Sent as well")
    parser.add_argument("--smtp-anonymous", action="store_true", help="submission without AUTH")
    parser.add_argument("--smtp-cert", type=Path, help="PEM; offers STARTTLS, and opens the other port")
    parser.add_argument("--smtp-key", type=Path, help="PEM; default: in the certificate's file")
    parser.add_argument("--follow-stdin", action="store_true", help="end when stdin is closed")
    return Options(**vars(parser.parse_args(arguments)))
