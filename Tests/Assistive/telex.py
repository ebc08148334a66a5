"""Types Vietnamese in Telex with IBus or Fcitx into a field and onto a poster; run within dbus-run-session, Xvfb and openbox.

    /usr/bin/python3 telex.py PROGRAM ibus|fcitx POSTER
"""

import os
import subprocess
import sys
import time

from client import Atspi, Program, eventually, turn_on

ENGINES = {"ibus": "m17n:vi:telex", "fcitx": "unikey"}
PROFILE = """[Groups/0]
Name=Default
Default Layout=us
DefaultIM=unikey
[Groups/0/Items/0]
Name=keyboard-us
[Groups/0/Items/1]
Name=unikey
[GroupOrder]
0=Default
"""


def begin(kind):
    """Starts an input method; its engine is the one of Vietnamese."""
    # The window's way is D-Bus; XIM is there to show that keys do not come twice.
    os.environ["XMODIFIERS"] = f"@im={kind}"
    command = ["ibus-daemon", "--xim", "--panel", "disable", "--config", "disable"]
    if kind == "fcitx":
        command = ["fcitx5", "--disable=wayland"]
        os.makedirs(f"{os.environ['HOME']}/.config/fcitx5", exist_ok=True)
        with open(f"{os.environ['HOME']}/.config/fcitx5/profile", "w") as file:
            file.write(PROFILE)
    daemon = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if kind == "ibus":
        eventually("IBus is ready", lambda: choose(kind) == ENGINES[kind])
    else:
        time.sleep(2)
    return daemon


def choose(kind):
    """Chooses the engine; returns the one that is in use then."""
    setting, asking = ["ibus", "engine", ENGINES[kind]], ["ibus", "engine"]
    if kind == "fcitx":
        setting, asking = ["fcitx5-remote", "-s", ENGINES[kind]], ["fcitx5-remote", "-n"]
    subprocess.run(setting, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return subprocess.run(asking, capture_output=True, text=True).stdout.strip()


def type_in(kind, program, field, keys, expected, delay):
    assert field.get_component_iface().grab_focus()
    eventually("it has the focus", lambda: field.get_state_set().contains(Atspi.StateType.FOCUSED))
    time.sleep(1)  # Until the input method has heard of the focus.
    choose(kind)
    subprocess.run(["xdotool", "type", "--delay", str(delay), keys], check=True)
    eventually(f"it says {expected!r}, not {program.read(field)!r}", lambda: program.read(field) == expected)


def main():
    regalia, kind, poster = sys.argv[1:]
    turn_on()
    daemon = begin(kind)
    for delay in (40, 5):
        crowns = Program(regalia, "crowns")
        type_in(kind, crowns, crowns.find("Search", "entry"), "tieengs Vieetj ", "tiếng Việt ", delay)
        crowns.process.terminate()
        crowns.end()
    editor = Program(regalia, "poster", "edit", poster)
    line = editor.find("Line 1", "entry")
    before = editor.read(line)
    type_in(kind, editor, line, "tieengs Vieetj ", "tiếng Việt " + before, 40)
    editor.process.terminate()
    editor.end()
    example = os.path.join(os.path.dirname(regalia), "Note")
    if os.path.exists(example):
        note = Program(example, name="Note")
        type_in(kind, note, note.find("Note", "entry"), "tieengs Vieetj ", "tiếng Việt ", 40)
        subprocess.run(["xdotool", "key", "Return"], check=True)
        assert note.end() == "tiếng Việt"
    daemon.terminate()


main()
