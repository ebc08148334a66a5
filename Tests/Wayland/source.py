"""A window from which a file is dragged: source.py FILE."""

import pathlib
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

window = Gtk.Window(title="source")
window.set_default_size(200, 200)
box = Gtk.EventBox()
box.add(Gtk.Label(label="Drag me"))
box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
box.drag_source_add_uri_targets()
box.connect(
    "drag-data-get",
    lambda _, __, data, ___, ____: data.set_uris([pathlib.Path(sys.argv[1]).resolve().as_uri()]),
)
window.add(box)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
