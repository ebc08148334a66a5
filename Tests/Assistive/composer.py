"""An input method and the settings of a desktop on a session bus; prints its address, and what a window says to them.

    dbus-run-session -- /usr/bin/python3 composer.py

It speaks as IBus's portal does: it composes small letters, and the space bar turns them into other ones (“nihon” into
“日本”). A line such as `color-scheme 1` on standard input changes a setting; it ends with its input.
"""

import os
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

DBusGMainLoop(set_as_default=True)
CONTEXT, SETTINGS = "org.freedesktop.IBus.InputContext", "org.freedesktop.portal.Settings"
RELEASE, CONTROL = 1 << 30, 1 << 2
WORDS = {"nihon": "日本"}


def say(*words):
    print(*words, flush=True)


def text(words):
    """A text as IBus serialises it, without attributes."""
    nothing = dbus.Dictionary({}, signature="sv")
    attributes = dbus.Struct(("IBusAttrList", nothing, dbus.Array([], signature="v")), variant_level=1)
    return dbus.Struct(("IBusText", nothing, words, attributes), variant_level=1)


class Context(dbus.service.Object):
    letters = ""

    @dbus.service.method(CONTEXT, "uuu", "b")
    def ProcessKeyEvent(self, keysym, keycode, state):
        if state & (RELEASE | CONTROL):
            return False
        if ord("a") <= keysym <= ord("z"):
            self.compose(self.letters + chr(keysym))
            return True
        if keysym == ord(" ") and self.letters:
            self.CommitText(text(WORDS.get(self.letters, self.letters)))
            self.compose("")
            return True
        return False

    def compose(self, letters):
        self.letters = letters
        self.UpdatePreeditText(text(letters), len(letters), bool(letters))

    @dbus.service.signal(CONTEXT, "v")
    def CommitText(self, words):
        pass

    @dbus.service.signal(CONTEXT, "vub")
    def UpdatePreeditText(self, words, caret, is_visible):
        pass

    @dbus.service.method(CONTEXT, "iiii", "")
    def SetCursorLocation(self, x, y, width, height):
        say("caret", x, y, width, height)

    @dbus.service.method(CONTEXT, "u", "")
    def SetCapabilities(self, abilities):
        pass

    @dbus.service.method(CONTEXT, "", "")
    def FocusIn(self):
        say("focus")

    @dbus.service.method(CONTEXT, "", "")
    def FocusOut(self):
        say("no focus")

    @dbus.service.method(CONTEXT, "", "")
    def Reset(self):
        self.letters = ""


class InputMethod(dbus.service.Object):
    @dbus.service.method("org.freedesktop.IBus.Portal", "s", "o")
    def CreateInputContext(self, program):
        return "/org/freedesktop/IBus/InputContext_1"


class Settings(dbus.service.Object):
    @dbus.service.method(SETTINGS, "ss", "v")
    def Read(self, space, key):
        raise dbus.exceptions.DBusException(name="org.freedesktop.portal.Error.NotFound")

    @dbus.service.signal(SETTINGS, "ssv")
    def SettingChanged(self, space, key, value):
        pass

    def change(self, source, condition):
        line = source.readline().split()
        if not line:
            loop.quit()
            return False
        self.SettingChanged("org.freedesktop.appearance", line[0], dbus.UInt32(int(line[1]), variant_level=1))
        return True


loop = GLib.MainLoop()
bus = dbus.SessionBus()
names = [dbus.service.BusName(name, bus) for name in ("org.freedesktop.portal.IBus", "org.freedesktop.portal.Desktop")]
method = InputMethod(bus, "/org/freedesktop/IBus")
context = Context(bus, "/org/freedesktop/IBus/InputContext_1")
settings = Settings(bus, "/org/freedesktop/portal/desktop")
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, settings.change)
say(os.environ["DBUS_SESSION_BUS_ADDRESS"])
loop.run()
