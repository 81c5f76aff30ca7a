"""Imported in processes of their own to make the toys known there."""

from __future__ import annotations

from tests.lab.toy_bots import register

register()
