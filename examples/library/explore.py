#!/usr/bin/env python3
"""Explores a model with libprobity and shows a shortest counterexample.

    explore.py MODEL [LIBRARY]

Needs nothing but Python and the library.  Exit code 0: no state violates the invariant; 1: one does.
"""
import collections
import ctypes
import sys

OK, ROOT = 0, -1


class Transition(ctypes.Structure):
    _fields_ = [("source", ctypes.c_int64), ("to", ctypes.c_int64),
                ("operation", ctypes.c_char_p), ("label", ctypes.c_char_p)]


class Error(Exception):
    """What the library says of a call that failed."""


class Model:
    """One open model.  Use it in a `with` statement, which closes it."""

    def __init__(self, path, library="libprobity.so.0"):
        self.calls = ctypes.CDLL(library)
        self.calls.probity_message.restype = ctypes.c_char_p
        self.calls.probity_code_name.restype = ctypes.c_char_p
        self.handle = ctypes.c_void_p()
        if self.calls.probity_new(ctypes.byref(self.handle)) != OK:
            raise MemoryError
        self.call("probity_open", path.encode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.calls.probity_close(self.handle)

    def call(self, name, *arguments):
        code = getattr(self.calls, name)(self.handle, *arguments)
        if code != OK:
            message = self.calls.probity_message(self.handle).decode()
            raise Error(f"{self.calls.probity_code_name(code).decode()}: {message}")

    def text(self, name, state):
        """The answer of a function about a state that is a text, or None."""
        text = ctypes.c_char_p()
        self.call(name, ctypes.c_int64(state), ctypes.byref(text))
        return text.value and text.value.decode()

    def transitions(self, state):
        """(label, state that it leads to) of each."""
        found, count = ctypes.POINTER(Transition)(), ctypes.c_size_t()
        self.call("probity_transitions", ctypes.c_int64(state), ctypes.byref(found), ctypes.byref(count))
        return [(found[i].label.decode(), found[i].to) for i in range(count.value)]


def find_violation(model):
    """What is violated first, and the labels of a shortest way there; or None, and the number of states."""
    ways, queue = {}, collections.deque([ROOT])
    while queue:
        state = queue.popleft()
        for label, to in model.transitions(state):
            if to in ways:
                continue
            ways[to] = ways.get(state, []) + [label]
            queue.append(to)
            violated = model.text("probity_violated", to)
            if violated:
                return violated, ways[to], model.text("probity_state_text", to)
    return None, len(ways), None


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with Model(*sys.argv[1:]) as model:
        violated, way, state = find_violation(model)
    if not violated:
        print(f"{way} states, all fine")
        return 0
    print(f"violated: {violated}")
    for label in way:
        print(f"  {label}")
    print(state)
    return 1


if __name__ == "__main__":
    sys.exit(main())
