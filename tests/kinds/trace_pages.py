"""cli/files/visb, cli/files/picture, examples/: traces with the models' own pictures, as pages.

Each model with a picture is run at random for some steps with --html.  The page must name the sums of its own script and style
in its policy and nothing else that may run; what the model says is in one block of data, in which nothing can end the block;
and each step after the initialisation has a picture.
"""
import base64
import hashlib
import json
import pathlib
import re
import tempfile

from harness.case import ROOT, TESTS, Case, Failed, single

FOLDERS = (TESTS / "cli" / "files" / "visb", TESTS / "cli" / "files" / "picture", ROOT / "examples")
DRAWN = re.compile(r"\b(ANIMATION_FUNCTION|VISB_)")
POLICY = re.compile(r"default-src 'none'; img-src data:; script-src 'sha256-([^']+)'; style-src 'sha256-([^']+)'; "
                    r"base-uri 'none'; form-action 'none'")
STEPS = 4


def sum_of(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def only(pattern, page):
    found = re.findall(pattern, page, re.S)
    if len(found) != 1:
        raise Failed(f"{len(found)} matches of {pattern}")
    return found[0]


def check_page(page):
    script = only(r'<script type="module">(.*?)</script>', page)
    style = only(r"<style>(.*?)</style>", page)
    policy = only(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
    sums = POLICY.fullmatch(policy)
    if not sums or sums.groups() != (sum_of(script), sum_of(style)):
        raise Failed(f"the policy is {policy}")
    text = only(r'<script type="application/json" id="data">(.*?)</script>', page)
    if re.search(r"[<>&]", text) or not text.isascii():
        raise Failed("the data could be read as markup")
    if page.count("<script") != 2:
        raise Failed("there are other scripts")
    return json.loads(text)


def names(node):
    """The names of the elements of a picture, and of their attributes."""
    if isinstance(node, str):
        return set(), set()
    elements, attributes = {node["name"]}, set(node["attributes"])
    for kid in node["kids"]:
        more = names(kid)
        elements |= more[0]
        attributes |= more[1]
    return elements, attributes


def check_data(data):
    if not any("grid" in step or "values" in step for step in data["steps"]):
        raise Failed("no step has a picture")
    for image in data["images"]:
        if image["type"] and not base64.b64decode(image["data"], validate=True):
            raise Failed(f"{image['file']} is empty")
    if not data["svg"]:
        return
    elements, attributes = names(data["svg"]["root"])
    bad = [name for name in attributes if name.lower().startswith("on")] + list(elements & {"script", "a", "foreignObject", "iframe"})
    if bad:
        raise Failed(f"the picture has {bad}")


def check_model(program, path):
    with tempfile.TemporaryDirectory(prefix="probity-test-") as scratch:
        page = pathlib.Path(scratch) / "trace.html"
        done = program.run(["animate", path.name, "--random", str(STEPS), "--html", page], cwd=path.parent)
        if not page.exists():
            raise Failed(f"no page: exit status {done.status}\n{done.err}")
        check_data(check_page(page.read_text(encoding="utf-8")))


def cases(program, _):
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.mch")):
            if "wrong" not in path.parts and DRAWN.search(path.read_text(encoding="utf-8")):
                name = f"page of {path.relative_to(ROOT)}"
                yield Case("trace_pages", name, single(name, check_model, program, path))
