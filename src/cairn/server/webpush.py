"""Web Push: messages to browsers that are closed, encrypted for one device (RFC 8291) and signed by us (RFC 8292).

Needs the package of the extra `push`, which is loaded when the first message is made. It is little enough that it is
written here: libraries for it bring a second HTTP client along.
"""

from __future__ import annotations

import http.client
import json
import os
import struct
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from cairn.server.delivery import Outcome

SECONDS: Final = 20.0
RECORD: Final = 4096
MOST_BYTES: Final = 3000
KEPT_SECONDS: Final = 24 * 3600
"""For how long a push service keeps a message for a device that is switched off."""
SIGNED_SECONDS: Final = 12 * 3600
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256."""
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_installed() -> bool:
    try:
        import cryptography  # noqa: F401
    except ImportError:
        return False
    return True


def is_allowed(endpoint: str, services: tuple[str, ...]) -> bool:
    """Whether an address is one of the push services we send to: people name it, and must not send us anywhere else."""
    try:
        parts = urlsplit(endpoint)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return False
    known = any(host == service or host.endswith(f".{service}") for service in services)
    return known and (parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)) and not parts.username


def is_key(p256dh: str, auth: str) -> bool:
    """Whether a device's public key and secret are ones that a message can be encrypted for."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
        return len(decoded(auth)) == 16
    except ValueError:
        return False


class Pusher:
    """Sends in the name of one server. Its key is made from a secret that all workers share."""

    def __init__(self, secret: bytes, contact: str) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        self._key = ec.derive_private_key(int.from_bytes(secret, "big") % (ORDER - 1) + 1, ec.SECP256R1())
        self._contact = contact
        self.public = encoded(_point(self._key.public_key()))
        """What browsers need to know to subscribe."""

    def send(self, endpoint: str, p256dh: str, auth: str, payload: dict[str, str]) -> Outcome:
        """Hand a message to a push service; for a thread, since it waits for the other side."""
        body = encrypted(json.dumps(payload).encode()[:MOST_BYTES], decoded(p256dh), decoded(auth))
        parts = urlsplit(endpoint)
        secure = parts.scheme == "https"
        connect = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = connect(parts.hostname or "", parts.port, timeout=SECONDS)
        headers = {
            "Authorization": f"vapid t={self._token(parts)}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Urgency": "normal",
        }
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        try:
            connection.connect()
        except OSError:
            return Outcome.AGAIN
        try:
            connection.request("POST", path or "/", body, headers)  # and no redirection is followed
            return _outcome(connection.getresponse().status)
        except (OSError, http.client.HTTPException):
            return Outcome.UNKNOWN
        finally:
            connection.close()

    def _token(self, parts: SplitResult) -> str:
        from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + SIGNED_SECONDS,
            "sub": self._contact,
        }
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(encoded(json.dumps(part).encode()) for part in (head, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ECDSA(SHA256())))
        return f"{signed}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _outcome(status: int) -> Outcome:
    if 200 <= status < 300:
        return Outcome.SENT
    if status in (404, 410):
        return Outcome.GONE
    return Outcome.AGAIN if status == 429 or status >= 500 else Outcome.NEVER


def encrypted(payload: bytes, device: bytes, auth: bytes, salt: bytes | None = None, ours: Any = None) -> bytes:
    """A payload as one record of `aes128gcm` for the device with this public key and secret.

    Salt and key are fresh for every message; only a test hands them in.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    ours = ours or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), device)
    public = _point(ours.public_key())
    shared = _derived(ours.exchange(ec.ECDH(), theirs), auth, b"WebPush: info\0" + device + public, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, payload + b"\x02", None)  # 2 ends the last record
    return salt + struct.pack(">IB", RECORD, len(public)) + public + sealed


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return bytes(HKDF(SHA256(), length, salt, info).derive(secret))


def _point(public: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return bytes(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
