"""A wall of pictures that scrolls in GTK 4; prints the processor time of a frame, in milliseconds.

GSK_RENDERER says what draws. The argument names the folder of the pictures.
"""

import pathlib
import sys
import time

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, GObject, Gtk  # noqa: E402

WARM_UP, FRAMES, STEP = 60, 300, 7


class Poster(GObject.Object):
    """A picture's file, as a list model holds it."""

    def __init__(self, path):
        super().__init__()
        self.texture = Gtk.Picture.new_for_filename(str(path)).get_paintable()


def set_up(_, item):
    picture = Gtk.Picture(can_shrink=False)
    picture.set_size_request(185, 277)
    for side in ("top", "bottom", "start", "end"):
        getattr(picture, f"set_margin_{side}")(12)
    item.set_child(picture)


def bind(_, item):
    item.get_child().set_paintable(item.get_item().texture)


def activate(application):
    model = Gio.ListStore.new(Poster)
    for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        model.append(Poster(path))
    factory = Gtk.SignalListItemFactory()
    factory.connect("setup", set_up)
    factory.connect("bind", bind)
    grid = Gtk.GridView(model=Gtk.NoSelection(model=model), factory=factory, min_columns=5, max_columns=5)
    scroller = Gtk.ScrolledWindow(child=grid, hscrollbar_policy=Gtk.PolicyType.NEVER)
    window = Gtk.ApplicationWindow(
        application=application, child=scroller, default_width=1280, default_height=800, decorated=False
    )
    state = {"frame": 0, "way": STEP, "start": 0.0}

    def tick(_, __):
        adjustment = scroller.get_vadjustment()
        top = adjustment.get_upper() - adjustment.get_page_size()
        value = adjustment.get_value() + state["way"]
        if not 0 <= value <= top:
            state["way"] = -state["way"]
            value = min(max(value, 0), top)
        adjustment.set_value(value)
        state["frame"] += 1
        if state["frame"] == WARM_UP:
            state["start"] = time.process_time()
        if state["frame"] == WARM_UP + FRAMES:
            print((time.process_time() - state["start"]) / FRAMES * 1000)
            application.quit()
        return GLib.SOURCE_CONTINUE

    scroller.add_tick_callback(tick)
    window.present()


application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run([])
