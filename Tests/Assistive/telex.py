"""Types Vietnamese with IBus's Telex into a field and onto a poster; run within dbus-run-session, Xvfb and openbox.

    /usr/bin/python3 telex.py PROGRAM POSTER
"""

import os
import subprocess
import sys
import time

from client import Atspi, Program, eventually, turn_on

ENGINE = "m17n:vi:telex"


def begin():
    """Starts IBus; its engine is the one of Vietnamese."""
    # The window's way is D-Bus; XIM is there to show that keys do not come twice.
    os.environ["XMODIFIERS"] = "@im=ibus"
    daemon = subprocess.Popen(
        ["ibus-daemon", "--xim", "--panel", "disable", "--config", "disable"], stdout=subprocess.DEVNULL)
    eventually("IBus is ready", lambda: choose() == ENGINE)
    return daemon


def choose():
    subprocess.run(["ibus", "engine", ENGINE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return subprocess.run(["ibus", "engine"], capture_output=True, text=True).stdout.strip()


def type_in(program, field, keys, expected, delay):
    assert field.get_component_iface().grab_focus()
    eventually("it has the focus", lambda: field.get_state_set().contains(Atspi.StateType.FOCUSED))
    time.sleep(1)  # Until the input method has heard of the focus.
    choose()
    subprocess.run(["xdotool", "type", "--delay", str(delay), keys], check=True)
    eventually(f"it says {expected!r}, not {program.read(field)!r}", lambda: program.read(field) == expected)


def main():
    regalia, poster = sys.argv[1:]
    turn_on()
    daemon = begin()
    for delay in (40, 5):
        crowns = Program(regalia, "crowns")
        type_in(crowns, crowns.find("Search", "entry"), "tieengs Vieetj ", "tiếng Việt ", delay)
        crowns.process.terminate()
        crowns.end()
    editor = Program(regalia, "poster", "edit", poster)
    line = editor.find("Line 1", "entry")
    before = editor.read(line)
    type_in(editor, line, "tieengs Vieetj ", "tiếng Việt " + before, 40)
    editor.process.terminate()
    editor.end()
    daemon.terminate()


main()
