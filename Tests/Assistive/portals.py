"""A desktop's portal and its service for notifications, made with python-dbusmock; prints what they are asked.

    /usr/bin/python3 portals.py BEHAVIOUR [FILE | R G B | SCHEME | text SCALE | settings]

take: does what it is asked; FILE is what the person chooses, R G B the colour that they pick, SCHEME the desktop's
appearance, SCALE how much larger than usual text is. cancel: as when the person leaves. refuse: answers every question with an error. end: ends requests for a
reason of its own. hang: answers nothing, from the first question on. vanish: takes a question and ends. Every window asks
for the settings at first, which are only hung or vanished from where that is said.
"""

import itertools
import os
import sys
import time

import dbus
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

DBusGMainLoop(set_as_default=True)
from dbusmock import mockobject  # noqa: E402

BEHAVIOUR, CHOICE = sys.argv[1], sys.argv[2:]
PORTAL, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
loop = GLib.MainLoop()
count = itertools.count(1)


def say(*words):
    print(*words, flush=True)


def behave():
    """Does to a question what is wanted, before it is answered."""
    if BEHAVIOUR == "hang":
        time.sleep(60)
    if BEHAVIOUR == "refuse":
        raise dbus.exceptions.DBusException("it may not", name="org.freedesktop.portal.Error.NotAllowed")


def request(portal, results):
    """Answers a question by a request, as the portal does when the person has decided."""
    behave()
    path = f"{PATH}/request/mock/{next(count)}"
    portal.AddObject(path, "org.freedesktop.portal.Request", {}, [("Close", "", "", "")])
    code = {"cancel": 1, "end": 2}.get(BEHAVIOUR, 0)

    def decide():
        if BEHAVIOUR == "vanish":
            loop.quit()
        else:
            mockobject.objects[path].EmitSignal("", "Response", "ua{sv}", [code, dbus.Dictionary({} if code else results, signature="sv")])

    GLib.timeout_add(100, decide)
    return path


def choose(kind):
    def method(self, parent, title, options):
        say(kind, title, *(["folder"] if options.get("directory") else []))
        return request(self, {"uris": dbus.Array([GLib.filename_to_uri(CHOICE[0])] if CHOICE else [], signature="s")})

    return method


def pick_color(self, parent, options):
    say("PickColor")
    parts = [float(part) for part in CHOICE]
    return request(self, {"color": dbus.Struct(parts, signature="ddd")} if parts else {})


def open_directory(self, parent, file, options):
    say("OpenDirectory", os.path.basename(os.readlink(f"/proc/self/fd/{file.take()}")))
    return request(self, {})


def prepare_print(self, parent, title, settings, page, options):
    say("PreparePrint", title)
    return request(self, {"token": dbus.UInt32(7)})


def print_file(self, parent, title, file, options):
    say("Print", title, os.read(file.take(), 5).decode(), options.get("token"))
    return request(self, {})


def compose_email(self, parent, options):
    files = [os.path.basename(os.readlink(f"/proc/self/fd/{file.take()}")) for file in options.get("attachment_fds", [])]
    say("ComposeEmail", options.get("subject"), *files)
    return request(self, {})


def add_notification(self, name, notification):
    say("AddNotification", notification["title"])
    if BEHAVIOUR == "vanish":
        os._exit(0)
    behave()


def notify(self, program, replaced, icon, title, *rest):
    say("Notify", title)
    if BEHAVIOUR == "hang":
        time.sleep(60)
    return dbus.UInt32(1)


def read(self, space, key):
    say("Read", key)
    if "settings" in CHOICE:
        if BEHAVIOUR == "vanish":
            os._exit(0)
        behave()
    if key == "text-scaling-factor" and CHOICE[:1] == ["text"]:
        return dbus.Double(float(CHOICE[1]), variant_level=1)
    if key != "color-scheme" or CHOICE[:1] not in (["dark"], ["light"]):
        raise dbus.exceptions.DBusException(name="org.freedesktop.portal.Error.NotFound")
    return dbus.UInt32({"dark": 1, "light": 2}[CHOICE[0]], variant_level=1)


bus = dbus.SessionBus()
names = [dbus.service.BusName(name, bus, do_not_queue=True) for name in (PORTAL, "org.freedesktop.Notifications")]
portal = mockobject.DBusMockObject(names[0], PATH, "org.freedesktop.portal.FileChooser", {"version": dbus.UInt32(3)})
service = mockobject.DBusMockObject(
    names[1], "/org/freedesktop/Notifications", "org.freedesktop.Notifications", {})
service.AddMethod("", "Notify", "susssasa{sv}i", "u", notify)
for interface, name, takes, gives, method in (
    ("FileChooser", "OpenFile", "ssa{sv}", "o", choose("OpenFile")),
    ("FileChooser", "SaveFile", "ssa{sv}", "o", choose("SaveFile")),
    ("Screenshot", "PickColor", "sa{sv}", "o", pick_color),
    ("OpenURI", "OpenDirectory", "sha{sv}", "o", open_directory),
    ("Print", "PreparePrint", "ssa{sv}a{sv}a{sv}", "o", prepare_print),
    ("Print", "Print", "ssha{sv}", "o", print_file),
    ("Email", "ComposeEmail", "sa{sv}", "o", compose_email),
    ("Notification", "AddNotification", "sa{sv}", "", add_notification),
    ("Settings", "Read", "ss", "v", read),
):
    portal.AddMethod(f"org.freedesktop.portal.{interface}", name, takes, gives, method)
mockobject.DBusMockObject.log = lambda self, message: None
say("ready")
loop.run()
