"""A window for drops; it prints what it receives: its kind, the bits of its units, and
its bytes."""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk


def received(widget, context, x, y, data, info, time):
    print(data.get_data_type().name(), data.get_format(), bytes(data.get_data()).hex(), flush=True)


window = Gtk.Window(title="Drops")
window.set_default_size(300, 300)
box = Gtk.EventBox()
window.add(box)
kinds = ["text/uri-list", "application/x-color"]
box.drag_dest_set(Gtk.DestDefaults.ALL, [Gtk.TargetEntry.new(kind, 0, 0) for kind in kinds], Gdk.DragAction.COPY)
box.connect("drag-data-received", received)
window.show_all()
window.move(900, 300)
Gtk.main()
