"""Kinds of text tests, one in each module."""
