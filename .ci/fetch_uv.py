"""Fetch uv's wheel without pip: `fetch_uv.py VERSION FOLDER`. Standard library only, Python 3.8 or newer.

For systems whose `python3` has no ensurepip (Debian's), where `python3 -m venv` cannot work.
"""

import hashlib
import io
import os
import platform
import re
import ssl
import sys
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path

INDEX = os.environ.get("UV_DEFAULT_INDEX") or os.environ.get("PIP_INDEX_URL") or "https://pypi.org/simple"
LINK = re.compile(r'href="([^"#]+)#sha256=([0-9a-f]{64})"')


def read(address: str) -> bytes:
    context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT") or None)
    request = urllib.request.Request(address, headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=180, context=context) as answer:
        return bytes(answer.read())


def system() -> str:
    if sys.platform == "darwin":
        return "macosx"
    return "manylinux" if platform.libc_ver()[0] == "glibc" else "musllinux"


def find_wheel(page: str, version: str) -> "tuple[str, str]":
    machine = platform.machine()
    for link, digest in LINK.findall(page):
        name = link.rsplit("/", 1)[-1]
        if name.startswith(f"uv-{version}-") and system() in name and name.endswith(f"_{machine}.whl"):
            return link, digest
    sys.exit(f"No wheel of uv {version} for {system()} on {machine} at {INDEX}")


def main(version: str, folder: str) -> None:
    page_address = f"{INDEX.rstrip('/')}/uv/"
    link, digest = find_wheel(read(page_address).decode(), version)
    wheel = read(urllib.parse.urljoin(page_address, link))
    if hashlib.sha256(wheel).hexdigest() != digest:
        sys.exit(f"The wheel of uv {version} does not have the checksum that {INDEX} promises")
    target = Path(folder, "uv")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(zipfile.ZipFile(io.BytesIO(wheel)).read(f"uv-{version}.data/scripts/uv"))
    target.chmod(0o755)


if __name__ == "__main__":
    main(*sys.argv[1:])
