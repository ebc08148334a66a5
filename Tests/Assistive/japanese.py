"""Converts Japanese with IBus's anthy in a field and on a poster; run within dbus-run-session, Xvfb and openbox.

    /usr/bin/python3 japanese.py PROGRAM POSTER

The panel of IBus is one of ours: it notes where the candidates would be shown.
"""

import os
import subprocess
import sys
import time

from client import Atspi, Program, eventually, turn_on

import gi

gi.require_version("IBus", "1.0")
from gi.repository import IBus  # noqa: E402


class Panel(IBus.PanelService):
    """What shows the candidates of a conversion."""

    place = None
    candidates = []
    chosen = None

    def do_set_cursor_location(self, x, y, width, height):
        self.place = (x, y, width, height)

    def do_update_lookup_table(self, table, visible):
        count = table.get_number_of_candidates() if visible else 0
        self.candidates = [table.get_candidate(index).get_text() for index in range(count)]
        self.chosen = self.candidates[table.get_cursor_pos()] if count else None


def choose():
    """Chooses anthy; returns whether it is what is used then."""
    subprocess.run(["ibus", "engine", "anthy"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return subprocess.run(["ibus", "engine"], capture_output=True, text=True).stdout.strip() == "anthy"


def key(*names):
    for name in names:
        subprocess.run(["xdotool", "key", name], check=True)
        time.sleep(0.05)


def convert(panel, program, field, before):
    """Types a word, converts it, looks where its candidates are, and takes it; returns what the field has then."""
    assert field.get_component_iface().grab_focus()
    eventually("it has the focus", lambda: field.get_state_set().contains(Atspi.StateType.FOCUSED))
    time.sleep(1)  # Until the input method has heard of the focus.
    choose()
    key("n")
    time.sleep(0.5)
    isLatin = program.read(field) != before
    key("BackSpace")
    if isLatin:
        key("ctrl+j")
    eventually("it is empty again", lambda: program.read(field) == before)
    panel.place, panel.candidates = None, []
    key(*"nihongo")
    time.sleep(0.5)
    assert program.read(field) == before, f"half a word is in the text: {program.read(field)!r}"
    key("space", "space")
    eventually("candidates are shown", lambda: "日本語" in panel.candidates)
    box = field.get_component_iface().get_extents(Atspi.CoordType.SCREEN)
    x, y, width, height = eventually("the caret has a place", lambda: panel.place)
    assert box.x - 2 <= x <= box.x + box.width + 2 and box.y - 4 <= y and y + height <= box.y + box.height + 4, (
        f"candidates at {panel.place}, the field is at {(box.x, box.y, box.width, box.height)}")
    assert width >= 0 and height > 4, panel.place
    for _ in panel.candidates:
        if panel.chosen == "日本語":
            break
        key("space")
        eventually("the next one is marked", lambda before=panel.chosen: panel.chosen != before)
    key("Return")
    expected = "日本語" + before
    eventually(f"it says {expected!r}, not {program.read(field)!r}", lambda: program.read(field) == expected)


def main():
    regalia, poster = sys.argv[1:]
    turn_on()
    os.environ["XMODIFIERS"] = "@im=ibus"
    daemon = subprocess.Popen(
        ["ibus-daemon", "--xim", "--panel", "disable", "--config", "disable"], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    eventually("IBus is ready", choose)
    bus = IBus.Bus()
    bus.request_name(IBus.SERVICE_PANEL, 0)
    panel = Panel(connection=bus.get_connection(), object_path=IBus.PATH_PANEL)
    crowns = Program(regalia, "crowns")
    convert(panel, crowns, crowns.find("Search", "entry"), "")
    crowns.process.terminate()
    crowns.end()
    editor = Program(regalia, "poster", "edit", poster)
    line = editor.find("Line 1", "entry")
    convert(panel, editor, line, editor.read(line))
    editor.process.terminate()
    editor.end()
    daemon.terminate()


main()
