"""A desktop's portal on the session bus, and its service for notifications; prints what it is asked.

    /usr/bin/python3 portals.py BEHAVIOUR [FILE]

take: does what it is asked; FILE is what the person chooses. refuse: answers every question with an error. hang: never
answers. vanish: takes a question and ends.
"""

import os
import sys

from gi.repository import Gio, GLib

BEHAVIOUR = sys.argv[1]
PATH = "/org/freedesktop/portal/desktop"
XML = """<node>
<interface name="org.freedesktop.portal.FileChooser">
 <method name="SaveFile"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
  <arg type="o" direction="out"/></method>
</interface>
<interface name="org.freedesktop.portal.OpenURI">
 <method name="OpenDirectory"><arg type="s" direction="in"/><arg type="h" direction="in"/>
  <arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
</interface>
<interface name="org.freedesktop.portal.Print">
 <method name="PreparePrint"><arg type="s" direction="in"/><arg type="s" direction="in"/>
  <arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="in"/>
  <arg type="o" direction="out"/></method>
 <method name="Print"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="h" direction="in"/>
  <arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
</interface>
<interface name="org.freedesktop.portal.Notification">
 <method name="AddNotification"><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/></method>
</interface>
<interface name="org.freedesktop.Notifications">
 <method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
  <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
  <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
</interface>
</node>"""
loop = GLib.MainLoop()
bus = Gio.bus_get_sync(Gio.BusType.SESSION)


def say(*words):
    print(*words, flush=True)


def request(sender, options):
    return f"{PATH}/request/{sender[1:].replace('.', '_')}/{options.get('handle_token', 'none')}"


def respond(path, results):
    bus.emit_signal(
        None, path, "org.freedesktop.portal.Request", "Response", GLib.Variant("(ua{sv})", (0, results)))
    return False


def answer(bus, sender, path, interface, method, parameters, invocation):
    words = parameters.unpack()
    files = invocation.get_message().get_unix_fd_list()
    if method == "SaveFile":
        say("SaveFile", words[1])
    elif method == "OpenDirectory":
        say("OpenDirectory", os.path.basename(os.readlink(f"/proc/self/fd/{files.get(words[1])}")))
    elif method == "PreparePrint":
        say("PreparePrint", words[1])
    elif method == "Print":
        say("Print", words[1], os.read(files.get(words[2]), 5).decode(), words[3].get("token"))
    elif method == "AddNotification":
        say("AddNotification", words[1]["title"])
    elif method == "Notify":
        say("Notify", words[3])
        return invocation.return_value(GLib.Variant("(u)", (1,)))
    if BEHAVIOUR == "hang":
        return None
    if BEHAVIOUR == "refuse":
        return invocation.return_dbus_error("org.freedesktop.portal.Error.NotAllowed", "it may not")
    if method == "AddNotification":
        return invocation.return_value(None)
    handle = request(sender, words[-1])
    invocation.return_value(GLib.Variant("(o)", (handle,)))
    if BEHAVIOUR == "vanish":
        GLib.timeout_add(200, loop.quit)
    elif method == "SaveFile":
        uris = GLib.Variant("as", [GLib.filename_to_uri(sys.argv[2])])
        GLib.timeout_add(100, respond, handle, {"uris": uris})
    elif method == "PreparePrint":
        GLib.timeout_add(100, respond, handle, {"token": GLib.Variant("u", 7)})


for interface in Gio.DBusNodeInfo.new_for_xml(XML).interfaces:
    place = "/org/freedesktop/Notifications" if interface.name.endswith("Notifications") else PATH
    bus.register_object(place, interface, answer, None, None)
# Both at once, before anybody asks.
for name in ("org.freedesktop.portal.Desktop", "org.freedesktop.Notifications"):
    bus.call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
        GLib.Variant("(su)", (name, 4)), None, 0, -1)
say("ready")
loop.run()
