#!/usr/bin/env python3
"""Measures how the files of src/ hang together, by the functions they call.

    tools/rooms.py OBJECTS [--list]

OBJECTS is the folder of the objects of a build.  A room is a folder of src/ or below it.  Says for each room how
many files it has, the largest circle of files that call each other inside of it, and its longest file; fails if
one is above the limits below, or if rooms call each other in a circle.  --list names the files of the circles.
"""
import argparse
import collections
import pathlib
import sys

from symbols import objects, symbols

FILES_LIMIT = 30   # of a room
CIRCLE_LIMIT = 14  # files inside of one room
LINES_LIMIT = 600  # of a file

ROOT = pathlib.Path(__file__).resolve().parent.parent


def calls(folder):
    """file -> files that it calls."""
    defined, needed = {}, {name: set() for name, _ in objects(folder)}
    for name, symbol, kind, _ in symbols(folder):
        if kind == "U":
            needed[name].add(symbol)
        elif kind.isupper():
            defined[symbol] = name
    return {name: {defined[s] for s in wanted if s in defined} - {name} for name, wanted in needed.items()}


def circles(graph):
    """Strongly connected parts with more than one node (Tarjan's algorithm, without recursion)."""
    index, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in graph:
        work = [(root, iter(sorted(graph[root])))] if root not in index else []
        if work:
            index[root] = low[root] = len(index)
            stack.append(root)
            on_stack.add(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(graph.get(other, ())))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part = []
                    while not part or part[-1] != node:
                        part.append(stack.pop())
                        on_stack.discard(part[-1])
                    if len(part) > 1:
                        found.append(sorted(part))
    return sorted(found, key=len, reverse=True)


def room_of(name):
    return name.rsplit("/", 1)[0]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("objects")
    arguments.add_argument("--list", action="store_true")
    options = arguments.parse_args()
    graph = calls(options.objects)
    if not graph:
        sys.exit(f"rooms: no objects of src/ below {options.objects}")
    problems = 0
    rooms = collections.defaultdict(list)
    for name in graph:
        rooms[room_of(name)].append(name)
    print(f"{'room':24}{'files':>7}{'circle':>8}{'lines':>7}")
    for room, files in sorted(rooms.items()):
        inside = circles({f: {g for g in graph[f] if room_of(g) == room} for f in files})
        circle = len(inside[0]) if inside else 0
        lines = max(len((ROOT / "src" / f).read_text(encoding="utf-8").splitlines()) for f in files)
        wrong = (len(files) > FILES_LIMIT) + (circle > CIRCLE_LIMIT) + (lines > LINES_LIMIT)
        problems += wrong
        print(f"{room:24}{len(files):7}{circle:8}{lines:7}{'  too much' if wrong else ''}")
        for part in inside if options.list else []:
            print("    " + " ".join(pathlib.PurePath(f).stem for f in part))
    between = {room: {room_of(g) for f in files for g in graph[f]} - {room} for room, files in rooms.items()}
    for part in circles(between):
        problems += 1
        print("rooms that call each other in a circle: " + " ".join(part))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
