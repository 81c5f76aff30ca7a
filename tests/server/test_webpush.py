"""Web Push as the standards have it: what is sent can be read by the device, and by nobody who changes it."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("cryptography", reason="the extra `push` is not installed")

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from cairn.server.webpush import Pusher, decoded, encoded, encrypted, is_allowed, is_key

SERVICES = ("fcm.googleapis.com", "push.example", "127.0.0.1")


def test_a_message_is_encrypted_as_in_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A."""
    ours = ec.derive_private_key(
        int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    device = decoded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    auth, salt = decoded("BTBZMqHH6r4Tts7J_aSIgg"), decoded("DGv6ra1nlYgDCS1FRnbzlw")
    sealed = encrypted(b"When I grow up, I want to be a watermelon", device, auth, salt, ours)
    assert encoded(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
        "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_push_service_can_check_who_signed() -> None:
    from urllib.parse import urlsplit

    pusher = Pusher(bytes(range(32)), "mailto:cairn@example.org")
    token = pusher._token(urlsplit("https://push.example/abc"))
    head, claims, signature = token.split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    told = json.loads(decoded(claims))
    assert (told["aud"], told["sub"]) == ("https://push.example", "mailto:cairn@example.org")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(pusher.public))
    raw = decoded(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


def test_all_workers_sign_with_one_key() -> None:
    first, second = (Pusher(bytes(range(32)), "mailto:a@example.org") for _ in range(2))
    assert first.public == second.public


@pytest.mark.parametrize(
    ("endpoint", "allowed"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://eu.push.example/x", True),
        ("http://127.0.0.1:8123/x", True),
        ("http://fcm.googleapis.com/x", False),
        ("https://evilfcm.googleapis.com.evil.example/x", False),
        ("https://notpush.example/x", False),
        ("https://169.254.169.254/latest/meta-data", False),
        ("https://user:word@push.example/x", False),
        ("https://push.example:99999/x", False),
        ("https://[::1/x", False),
        ("file:///etc/passwd", False),
    ],
)
def test_messages_go_to_known_push_services_only(endpoint: str, allowed: bool) -> None:
    assert is_allowed(endpoint, SERVICES) is allowed


def test_a_key_that_is_no_point_of_the_curve_is_noticed() -> None:
    good = Pusher(bytes(range(32)), "mailto:a@example.org").public
    assert is_key(good, encoded(bytes(16)))
    assert not is_key(encoded(b"\x04" + bytes(64)), encoded(bytes(16)))
    assert not is_key(good, encoded(bytes(15)))
