"""A portal that answers what no portal should; prints each question's case, one after the other.

    /usr/bin/python3 hostile.py CASE...

Cases are keys of ANSWERS or REPLIES or such as `answer` knows, one for each question that begins a request; `settings`
answers what is asked for settings, too.
"""

import itertools
import os
import sys

import dbus
from dbus import lowlevel
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

DBusGMainLoop(set_as_default=True)

PORTAL, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
NAN, BIG = float("nan"), 10**18
cases = iter(sys.argv[1:])
loop = GLib.MainLoop()


def color(*parts):
    return dbus.Struct([float(part) for part in parts], signature="d" * len(parts))


def results(**pairs):
    return ("ua{sv}", dbus.UInt32(0), dbus.Dictionary(pairs, signature="sv"))


def uris(*list):
    return results(uris=dbus.Array(list, signature="s"))


# The answers to the request: a signature, and values.
ANSWERS = {
    "good": results(color=color(0.2, 0.4, 0.6)),
    "nothing": ("",),
    "words": ("s", "no answer"),
    "swapped": ("a{sv}u", dbus.Dictionary({}, signature="sv"), dbus.UInt32(0)),
    "signed": ("ia{sv}", dbus.Int32(-1), dbus.Dictionary({}, signature="sv")),
    "not a number": ("da{sv}", NAN, dbus.Dictionary({}, signature="sv")),
    "more": ("ua{sv}s", dbus.UInt32(0), dbus.Dictionary({"color": color(0, 0, 0)}, signature="sv"), "more"),
    "pairs of words": ("ua{ss}", dbus.UInt32(0), dbus.Dictionary({"color": "red"}, signature="ss")),
    "no color": results(),
    "text": results(color="#336699"),
    "array": results(color=dbus.Array([0.2, 0.4, 0.6], signature="d")),
    "two": results(color=color(0.2, 0.4)),
    "four": results(color=color(0.2, 0.4, 0.6, 1.0)),
    "whole": results(color=dbus.Struct((0, 1, 0), signature="iii")),
    "nan": results(color=color(NAN, 0.4, 0.6)),
    "infinite": results(color=color(0.2, float("inf"), 0.6)),
    "negative": results(color=color(0.2, 0.4, -3.0)),
    "large": results(color=color(0.2, 1e300, 0.6)),
    "long key": results(**{"k" * 3_000_000: 1}),
    "long text": results(color="x" * 8_000_000),
    "many numbers": results(color=dbus.Array([0.5] * 300_000, signature="d")),
    "many bytes": results(color=dbus.ByteArray(b"x" * 8_000_000)),
    "deep": None,
    "unknown end": ("ua{sv}", dbus.UInt32(4_000_000_000), dbus.Dictionary({}, signature="sv")),
    "many files": uris(*(f"file:///tmp/a/{number}.pdf" for number in range(100_000))),
    "another computer": uris("file://elsewhere.example/tmp/stolen.pdf"),
    "another scheme": uris("https://example.org/stolen.pdf", "javascript:alert(1)", ""),
    "a zero": uris("file:///tmp/chosen.pdf%00.png"),
    "numbers": results(uris=dbus.Array([1, -BIG, BIG], signature="x")),
    "a text": results(uris="file:///tmp/stolen.pdf"),
    "a token of words": results(token="7"),
    "a token below zero": results(token=dbus.Int64(-7)),
}
deep = 1
for _ in range(20):
    deep = dbus.Struct((dbus.Array([deep], signature=None),), variant_level=1) if _ % 2 else dbus.Array([deep], variant_level=1)
ANSWERS["deep"] = results(color=deep)

# The replies to the call itself that are not the path of a request.
REPLIES = {
    "no path": ("",),
    "a path that is a text": ("s", "not a path at all"),
    "a number for a path": ("x", -BIG),
    "two paths": ("oo", "/a", "/b"),
}

SETTINGS = [
    ("v", value) for value in (NAN, -1.0, 1e300, "dark", dbus.Array([1] * 300_000, signature="i"), -BIG, deep)
] + [("si", "unwrapped", -1)]
settings = itertools.cycle(SETTINGS)


def signal(path, values, sender=None):
    message = lowlevel.SignalMessage(path, "org.freedesktop.portal.Request", "Response")
    if values[0]:
        message.append(*values[1:], signature=values[0])
    (sender or bus).send_message(message)


def answer(connection, message):
    if not isinstance(message, lowlevel.MethodCallMessage) or message.get_path() != PATH:
        return lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
    member, arguments = message.get_member(), message.get_args_list()
    reply = lowlevel.MethodReturnMessage(message)
    if member in ("PickColor", "OpenFile", "SaveFile", "PreparePrint"):
        case = next(cases, "nothing")
        print(member, case, flush=True)
        token = arguments[-1]["handle_token"]
        expected = f"{PATH}/request/{message.get_sender()[1:].replace('.', '_')}/{token}"
        if case in REPLIES:
            signature, *values = REPLIES[case]
            if signature:
                reply.append(*values, signature=signature)
        else:
            reply.append(dbus.ObjectPath(expected), signature="o")
        good, bad = ANSWERS["good"], results(color=color(1, 0, 0))
        if case == "before":  # The request is answered before the question.
            signal(expected, good)
        elif case == "twice":
            signal(expected, good)
            signal(expected, bad)
        elif case == "another program":
            stranger = dbus.bus.BusConnection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
            other = lowlevel.SignalMessage(expected, "org.freedesktop.portal.Request", "Response")
            other.append(*bad[1:], signature=bad[0])
            # As one that everybody may hear, and as one for the program alone.
            stranger.send_message(other)
            other = lowlevel.SignalMessage(expected, "org.freedesktop.portal.Request", "Response")
            other.append(*bad[1:], signature=bad[0])
            other.set_destination(message.get_sender())
            stranger.send_message(other)
            stranger.flush()
            GLib.timeout_add(300, signal, expected, good)
        elif case == "another request":
            signal(expected + "0", bad)
            signal(PATH, bad)
            GLib.timeout_add(100, signal, expected, good)
        elif case == "the bus ends":
            daemon = bus.get_object("org.freedesktop.DBus", "/").GetConnectionUnixProcessID("org.freedesktop.DBus")
            GLib.timeout_add(200, os.kill, int(daemon), 9)
        elif case not in REPLIES:
            GLib.timeout_add(20, signal, expected, ANSWERS[case])
        connection.send_message(reply)
    elif member == "Get":
        reply.append(dbus.UInt32(3, variant_level=1), signature="v")
        connection.send_message(reply)
    elif member == "Read" and len(sys.argv) > 1 and sys.argv[1] == "settings":
        signature, *values = next(settings)
        reply.append(*values, signature=signature)
        connection.send_message(reply)
    else:
        connection.send_message(lowlevel.ErrorMessage(message, "org.freedesktop.portal.Error.NotFound", "no"))
    return lowlevel.HANDLER_RESULT_HANDLED


bus = dbus.SessionBus()
bus.request_name(PORTAL)
bus.add_message_filter(answer)
print("ready", flush=True)
loop.run()
