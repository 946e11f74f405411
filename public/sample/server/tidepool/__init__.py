"""Tide predictions from harmonic constituents."""

__version__ = "0.3.0"
