"""Prints what Orca says while keys are pressed in windows of Regalia; run within dbus-run-session, Xvfb and openbox.

    /usr/bin/python3 orca.py PROGRAM LIBRARY [WINDOW…]

Speech goes to the dummy module of speech-dispatcher; what is said stands in Orca's log. The echo of keys is left out.
"""

import datetime
import os
import re
import subprocess
import sys
import time

HOME = os.environ["HOME"]
LOG = f"{HOME}/orca.log"
PICKER = ["Tab", "Right", "Tab", "Tab", "Tab", "End", "BackSpace", "Left", "Tab", "Tab", "Up"]
GALLERY = ["Right", "Right", "Menu", "Down", "Escape"]
CROWNS = ["Right", "Down", "ctrl+d", "ctrl+f", "Tab", "Tab", "F10", "Down", "Escape"]
PALETTES = ["ctrl+n", "Tab", "space", "Escape", "Tab", "Tab", "Tab", "Tab", "Right"]
CLOCK = ["Tab", "Tab", "space", "Tab", "Tab", "Escape", "F10", "Escape"]


def configure():
    folder = f"{HOME}/.config/speech-dispatcher"
    os.makedirs(folder)
    os.makedirs(f"{HOME}/.local/share/orca")
    with open(f"{folder}/speechd.conf", "w") as file:
        file.write('LogLevel 3\nAddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\nDefaultLanguage "en"\n')
    subprocess.run(
        ["gdbus", "call", "--session", "-d", "org.a11y.Bus", "-o", "/org/a11y/bus", "-m",
         "org.freedesktop.DBus.Properties.Set", "org.a11y.Status", "IsEnabled", "<true>"],
        check=True, stdout=subprocess.DEVNULL)


class Steps:
    """What was done when; what was said then is read in the end, since Orca writes its log in large pieces."""

    def __init__(self):
        self.done = []

    def begin(self, name):
        self.done.append((datetime.datetime.now().strftime("%H:%M:%S.%f"), name))

    def report(self):
        with open(LOG, errors="replace") as file:
            said = re.findall(r"^([0-9:.]+) - SPEECH OUTPUT: '(.*)' ?\{", file.read(), re.MULTILINE)
        ends = [time for time, _ in self.done[1:]] + ["99"]
        for (begun, name), end in zip(self.done, ends):
            # The echo of keys ends with a space.
            words = [text for time, text in said if begun <= time < end and text[-1:] != " "
                     and text != "Screen reader on."]
            if name:
                print(f"{name}: " + " / ".join(words))


def walk(steps, name, command, keys):
    steps.begin(name)
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    time.sleep(6)
    for key in keys:
        steps.begin(key)
        subprocess.run(["xdotool", "key", key], check=True)
        time.sleep(2)
    steps.begin(None)
    for _ in range(6):  # So that the log is written as far as the last step.
        subprocess.run(["xdotool", "key", "Home"], check=True)
        time.sleep(0.3)
    program.terminate()
    program.wait()
    time.sleep(2)


def main():
    program, library, *wanted = sys.argv[1:]
    windows = {
        "picker": (["--color", "#336699"], PICKER),
        "gallery": (["--library", library, "--reduce-motion"], GALLERY),
        "crowns": (["--reduce-motion"], CROWNS),
        "palettes": ([], PALETTES),
        "clock": (["--reduce-motion"], CLOCK),
    }
    configure()
    orca = subprocess.Popen(
        ["orca", "--replace", f"--debug-file={LOG}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    steps = Steps()
    time.sleep(6)
    for name in wanted or windows:
        arguments, keys = windows[name]
        walk(steps, name, [program, name, *arguments], keys)
    orca.terminate()
    time.sleep(2)  # It writes the rest of its log, but does not always end.
    orca.kill()
    steps.report()


main()
