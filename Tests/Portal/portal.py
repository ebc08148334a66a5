"""A desktop portal that picks colours, on the session bus: what it does is its argument.

answer R G B: gives that colour. refuse: ends the request for a reason of its own. cancel: as when the person leaves.
vanish: takes the question and ends. Any other: has no PickColor.
"""
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

DBusGMainLoop(set_as_default=True)
behaviour = sys.argv[1]
bus = dbus.SessionBus()
loop = GLib.MainLoop()


class Request(dbus.service.Object):
    @dbus.service.signal("org.freedesktop.portal.Request", signature="ua{sv}")
    def Response(self, code, results):
        pass


class Portal(dbus.service.Object):
    if behaviour in ("answer", "refuse", "cancel", "vanish"):

        @dbus.service.method(
            "org.freedesktop.portal.Screenshot", in_signature="sa{sv}", out_signature="o",
            sender_keyword="sender")
        def PickColor(self, parent, options, sender=None):
            path = "/org/freedesktop/portal/desktop/request/%s/%s" % (
                sender[1:].replace(".", "_"), options["handle_token"])
            request = Request(bus, path)
            GLib.timeout_add(100, self.decide, request)
            return dbus.ObjectPath(path)

        def decide(self, request):
            if behaviour == "vanish":
                loop.quit()
            elif behaviour == "answer":
                color = dbus.Struct([float(n) for n in sys.argv[2:5]], signature="ddd", variant_level=1)
                request.Response(dbus.UInt32(0), {"color": color})
            else:
                request.Response(dbus.UInt32(1 if behaviour == "cancel" else 2), dbus.Dictionary({}, signature="sv"))


name = dbus.service.BusName("org.freedesktop.portal.Desktop", bus)
portal = Portal(bus, "/org/freedesktop/portal/desktop")
print("ready", flush=True)
loop.run()
