"""Uses Regalia as an assistive tool does, by AT-SPI alone; run within dbus-run-session, an X server and openbox.

    /usr/bin/python3 client.py PROGRAM SCENARIO [FILE]

Prints what went wrong and ends with 1, or ends with 0.
"""

import json
import os
import re
import subprocess
import sys
import time
import warnings

import gi

gi.require_version("Atspi", "2.0")
gi.require_version("Gio", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

warnings.simplefilter("ignore")
PATIENCE = 60


def turn_on():
    """Says that assistive tools are in use, as screen readers do."""
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    session.call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set",
        GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", True))), None, 0, -1)
    Atspi.init()


def eventually(what, condition):
    end = time.monotonic() + PATIENCE
    pause = 0.02
    while True:
        try:
            found = condition()
        except (GLib.Error, TypeError, IndexError, AttributeError):  # It has gone while it was asked.
            found = None
        if found:
            return found
        if time.monotonic() > end:
            raise SystemExit(f"waited in vain until {what}")
        while GLib.MainContext.default().iteration(False):
            pass
        # To look walks through a window, and what has not come soon may take long.
        time.sleep(pause)
        pause = min(1.5 * pause, 0.1)


def children(node):
    return [child for child in (node.get_child_at_index(k) for k in range(node.get_child_count())) if child]


def everything(node):
    yield node
    for child in children(node):
        yield from everything(child)


def role_of(node):
    """The name of a role, whatever the release of AT-SPI: newer ones call a push button “button”."""
    name = node.get_role_name()
    return "push button" if name == "button" else name


def outline(node, depth=0):
    text = node.get_text_iface()
    value = node.get_value_iface()
    words = [f"{'  ' * depth}{role_of(node)} {node.get_name()!r}"]
    if value:
        words.append(f"{value.get_current_value():g} of {value.get_minimum_value():g} to {value.get_maximum_value():g}")
    if text:
        words.append(repr(Atspi.Text.get_text(text, 0, -1)))
    if node.get_state_set().contains(Atspi.StateType.FOCUSED):
        words.append("has the focus")
    return "\n".join(["  ".join(words)] + [outline(child, depth + 1) for child in children(node)])


def has(node, state):
    return node.get_state_set().contains(getattr(Atspi.StateType, state.upper().replace("-", "_")))


def related(node, kind):
    """What stands in a relation to something, such as `labelled-by`."""
    return [
        relation.get_target(k).get_name() for relation in node.get_relation_set()
        if relation.get_relation_type().value_nick == kind for k in range(relation.get_n_targets())]


CONTROLS = {
    "push button", "toggle button", "check box", "radio button", "slider", "spin button", "entry", "password text",
    "text", "combo box", "list", "list item", "list box", "menu item", "check menu item", "radio menu item", "link",
    "page tab", "dialog", "frame", "color chooser", "table", "table cell", "image", "icon",
}


def faults(window):
    """What somebody who sees nothing would miss in a window."""
    for node in everything(window):
        role, name = role_of(node), node.get_name()
        here = f"{role} {name!r} {node.get_attributes().get('id', '') if node.get_attributes() else ''}"
        states = node.get_state_set()
        if role in ("invalid", "unknown", "redundant object"):
            yield f"{here} has no role"
        if role in CONTROLS and not (name or "").strip():
            yield f"{here} has no name"
        # A menu belongs to what opened it, and tells of commands that cannot be used now.
        if states.contains(Atspi.StateType.FOCUSABLE) and "menu" not in role:
            if not (states.contains(Atspi.StateType.ENABLED) and states.contains(Atspi.StateType.SENSITIVE)):
                yield f"{here} can have the focus, but is not enabled"
            if not (name or "").strip():
                yield f"{here} can have the focus, but has no name"
        value = node.get_value_iface()
        if value and not value.get_minimum_value() <= value.get_current_value() <= value.get_maximum_value():
            yield f"{here} has {value.get_current_value()} of {value.get_minimum_value()} to {value.get_maximum_value()}"
        box = node.get_component_iface()
        if box and states.contains(Atspi.StateType.SHOWING):
            extents = box.get_extents(Atspi.CoordType.SCREEN)
            if extents.width < 0 or extents.height < 0:
                yield f"{here} has the size {extents.width} by {extents.height}"
        elif not box and role not in ("application",):
            yield f"{here} has no place"


class Announcements:
    """What screen readers are told to say, from now on."""

    def __init__(self):
        self.said = []
        self.listener = Atspi.EventListener.new(lambda event: self.said.append(event.any_data))
        self.listener.register("object:announcement")

    def heard(self, beginning):
        eventually(f"{beginning!r} is announced, not {self.said}", lambda: any(
            (words or "").startswith(beginning) for words in self.said))


class Program:
    """A program, found on the desktop by its name as tools find it."""

    def __init__(self, *words, environment={}, name="Regalia"):
        self.name = name
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
        self.window = eventually("the window is on the desktop", self.find_window)

    def windows(self):
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        own = [application for application in children(desktop) if application.get_name() == self.name]
        return [w for application in own for w in children(application) if w.get_role() == Atspi.Role.FRAME]

    def find_window(self):
        return next(iter(self.windows()), None)

    def find(self, name, role=None, inside=None):
        def look():
            for node in everything(inside or self.window):
                if node.get_name() == name and role in (None, role_of(node)):
                    return node

        return eventually(f"there is {role or 'something'} called {name!r}", look)

    def choose(self, name):
        """Presses something in the open menu, and waits until that is closed."""
        item = eventually(f"the menu has {name!r}", lambda: next(
            (n for n in everything(self.window) if n.get_name() == name and "menu item" in role_of(n)), None))
        self.do(item)
        eventually("the menu is closed", lambda: all(role_of(n) != "menu" for n in everything(self.window)))

    def do(self, node, action="press"):
        names = [node.get_action_name(k) for k in range(node.get_n_actions())]
        assert action in names, f"{node.get_name()!r} offers {names}"
        assert node.do_action(names.index(action)), f"{node.get_name()!r} does not {action}"

    def notice(self, beginning):
        for node in everything(self.window):
            if node.get_role() == Atspi.Role.NOTIFICATION and node.get_name().startswith(beginning):
                return node

    def focus(self, node):
        assert node.get_component_iface().grab_focus()
        eventually(f"{node.get_name()!r} has the focus", lambda: has(node, "focused"))

    def write(self, node, words):
        assert Atspi.EditableText.set_text_contents(node.get_editable_text_iface(), words)

    def read(self, node):
        return Atspi.Text.get_text(node.get_text_iface(), 0, -1)

    def end(self):
        """Waits for the program, and returns what it printed."""
        output, _ = self.process.communicate(timeout=PATIENCE)
        return output.strip()


def picker(program):
    picker = Program(program, "picker", "--color", "#336699")
    assert picker.window.get_name() == "Pick a colour – Regalia", picker.window.get_name()
    hue = picker.find("Hue", "slider")
    value = hue.get_value_iface()
    assert value.get_current_value() == 210, value.get_current_value()
    assert (value.get_minimum_value(), value.get_maximum_value()) == (0, 360)
    box = hue.get_component_iface().get_extents(Atspi.CoordType.WINDOW)
    assert box.height > 200 > box.width > 10, (box.width, box.height)
    hex_field = picker.find("Hex", "entry")
    assert picker.read(hex_field) == "#336699", picker.read(hex_field)

    picker.write(hex_field, "#ff8000")
    eventually("the hue follows", lambda: round(value.get_current_value()) == 30)
    value.set_current_value(120)
    eventually("the field follows", lambda: picker.read(hex_field) == "#00ff00")
    picker.write(hex_field, "#ff8000")
    eventually("the field has it", lambda: picker.read(hex_field) == "#ff8000")
    assert hex_field.get_component_iface().grab_focus()
    eventually("it has the focus", lambda: hex_field.get_state_set().contains(Atspi.StateType.FOCUSED))
    picker.do(picker.find("Choose"))
    printed = picker.end()
    assert printed == "#ff8000", printed


def gallery(program, library):
    gallery = Program(program, "gallery", "--library", library, "--reduce-motion")
    eventually("it is called by its title", lambda: gallery.window.get_name() == "Posters – Regalia")
    wall = gallery.find("Gallery of posters", "list box")
    posters = eventually("posters hang on the wall", lambda: children(wall))
    titles = [poster.get_name() for poster in posters]
    assert titles == ["KEEP CALM", "MAKE TEA", "STAY CURIOUS"], titles
    places = [poster.get_attributes().get("posinset") for poster in posters]
    assert places == ["1", "2", "3"], places
    assert posters[1].get_description() == "2 of 3", posters[1].get_description()

    assert posters[1].get_component_iface().grab_focus()
    eventually("it has the focus", lambda: posters[1].get_state_set().contains(Atspi.StateType.FOCUSED))
    selection = wall.get_selection_iface()
    eventually("it alone is selected", lambda: selection.get_n_selected_children() == 1)
    assert selection.get_selected_child(0).get_name() == "MAKE TEA"

    gallery.do(posters[1], "show-menu")
    gallery.choose("Favourite")
    eventually("it is a favourite", lambda: "favourite" in posters[1].get_description())
    gallery.do(posters[1], "show-menu")
    gallery.choose("Rename")
    title = gallery.find("Title", "entry")
    assert gallery.read(title) == "MAKE TEA", gallery.read(title)
    gallery.write(title, "Make coffee")
    eventually("it has the new title", lambda: posters[1].get_name() == "Make coffee")

    gallery.do(gallery.find("Make coffee"))
    poster = gallery.find("Make coffee", "image")
    assert poster.get_description() == "2 of 3", poster.get_description()
    eventually("it has the focus", lambda: poster.get_state_set().contains(Atspi.StateType.FOCUSED))
    eventually("it is called by its poster", lambda: gallery.window.get_name() == "Make coffee – Regalia")
    gallery.process.terminate()
    gallery.end()
    stored = subprocess.run(
        [program, "poster", "list", "--library", library], capture_output=True, text=True).stdout
    assert "Make coffee" in stored and "MAKE TEA" not in stored, stored


def editor(program, file):
    editor = Program(program, "poster", "edit", file)
    line = editor.find("Line 2", "entry")
    assert editor.read(line) == "CALM", editor.read(line)
    assert line.get_component_iface().grab_focus()
    eventually("the caret is in it", lambda: line.get_state_set().contains(Atspi.StateType.FOCUSED))
    text = line.get_text_iface()
    Atspi.Text.set_caret_offset(text, 4)
    eventually("the caret is at its end", lambda: Atspi.Text.get_caret_offset(text) == 4)
    editor.write(line, "COOL")
    eventually("it says the new text", lambda: editor.read(line) == "COOL")
    eventually("the file has it", lambda: "COOL" in open(file).read())
    editor.process.terminate()
    editor.end()


def crowns(program):
    announcements = Announcements()
    crowns = Program(program, "crowns", "--reduce-motion")
    grid = crowns.find("Crowns", "list box")
    cells = eventually("crowns are shown", lambda: children(grid))
    whole = int(cells[0].get_attributes()["setsize"])
    assert whole > 1000 and len({cell.get_name() for cell in cells}) == len(cells)
    crowns.focus(cells[1])
    eventually("it alone is selected", lambda: [c.get_name() for c in children(grid) if has(c, "selected")]
               == [cells[1].get_name()])

    facet = crowns.find("Tudor", "radio button")
    crowns.do(facet)
    count = int(facet.get_description())
    eventually("only those are shown", lambda: int(children(grid)[0].get_attributes()["setsize"]) == count < whole)
    assert has(facet, "checked")
    crowns.write(crowns.find("Search", "entry"), "pearl")
    eventually("fewer are shown", lambda: int(children(grid)[0].get_attributes()["setsize"]) < count)

    crown = children(grid)[0]
    name = crown.get_name()
    crowns.focus(crown)
    crowns.do(crowns.find("Add to favourites", "push button"))
    eventually("it is a favourite", lambda: children(grid)[0].get_description() == "favourite")
    announcements.heard(f"Added “{name}” to favourites")
    crowns.do(crowns.find("Use in poster", "push button"))
    editor = eventually("a poster opens", lambda: next((w for w in crowns.windows() if w != crowns.window), None))
    slider = crowns.find("Crown", "slider", inside=editor)
    assert name.split(",")[0].split()[0].lower() in Atspi.Value.get_text(slider.get_value_iface()).lower()
    crowns.process.terminate()
    crowns.end()


def palettes(program):
    announcements = Announcements()
    palettes = Program(program, "palettes")
    palettes.find("No palettes yet", "label")
    palettes.do(palettes.find("New palette", "push button"))
    name = palettes.find("Name of the palette", "entry")
    eventually("it can be named", lambda: has(name, "focused") and palettes.read(name) == "New palette")
    palettes.write(name, "Sea")
    item = palettes.find("Sea", "list item")
    eventually("it is the one that is open", lambda: has(item, "selected"))
    palettes.write(name, " ")
    note = eventually("it says what is wrong", lambda: related(name, "described-by"))
    assert note == ["A palette needs a name"] and has(name, "invalid-entry"), note
    palettes.write(name, "Sea")

    palettes.do(palettes.find("Add colour", "push button"))
    field = palettes.find("Hex", "entry")
    palettes.write(field, "#336699")
    palettes.do(palettes.find("Done", "push button"))
    board = palettes.find("Colours", "list box")
    eventually("the colour is there", lambda: [c for c in children(board) if c.get_name() == "#336699"])
    palettes.do(palettes.find("Menu", "push button"))
    palettes.choose("Remove palette")
    announcements.heard("“Sea” was removed")
    palettes.do(eventually("that can be undone", lambda: palettes.notice("“Sea” was removed")))
    palettes.find("Sea", "list item")
    palettes.process.terminate()
    palettes.end()


def clock(program):
    announcements = Announcements()
    clock = Program(program, "clock", "--reduce-motion")
    time_of_day = clock.find("Time", "label")
    first = clock.read(time_of_day)
    assert re.fullmatch(r"\d\d:\d\d:\d\d", first), first
    eventually("it goes on", lambda: clock.read(time_of_day) != first)

    clock.do(clock.find("Menu", "push button"))
    clock.choose("Settings")
    hours = clock.find("Hours", "push button")
    assert related(hours, "labelled-by") == ["Hours"] and has(hours, "has-popup")
    scale = clock.find("Scale", "entry")
    before = clock.read(scale)
    clock.write(scale, "no scale")
    eventually("it says what is wrong", lambda: has(scale, "invalid-entry") and related(scale, "described-by"))
    clock.write(scale, before)
    eventually("nothing is wrong", lambda: not has(scale, "invalid-entry"))
    clock.do(clock.find("Done", "push button"))

    clock.do(clock.find("Time of day", "push button"))
    clock.choose("Another countdown…")
    entry = clock.find("Countdown", "entry")
    assert related(entry, "described-by") == ["Count down, as 10, 12:30 or 1h 5m"], related(entry, "described-by")
    clock.write(entry, "2s")
    eventually(f"it is understood, not {related(entry, 'described-by')}", lambda: "2 s" in related(entry, "described-by")[0])
    clock.do(clock.find("Start", "push button"))
    assert not announcements.said, f"the passing of time is announced: {announcements.said}"
    announcements.heard("Time is up")
    clock.process.terminate()
    clock.end()


def places(program, file):
    """Where characters are on the screen, and what goes through the clipboard."""
    editor = Program(program, "poster", "edit", file)
    title, line = editor.find("Title", "entry"), editor.find("Line 2", "entry")
    for field, words in ((title, "KEEP CALM"), (line, "CALM")):
        text = field.get_text_iface()
        box = field.get_component_iface().get_extents(Atspi.CoordType.SCREEN)
        places = [Atspi.Text.get_character_extents(text, k, Atspi.CoordType.SCREEN) for k in range(len(words))]
        for left, right in zip(places, places[1:]):
            assert left.x < right.x and left.width > 0, [(p.x, p.width) for p in places]
        # A line's own box is that of its ink, without the space beside the letters.
        space = box.height // 5
        assert box.x - space <= places[0].x and places[-1].x + places[-1].width <= box.x + box.width + space
        middle = places[2]
        found = Atspi.Text.get_offset_at_point(
            text, middle.x + middle.width // 2, middle.y + middle.height // 2, Atspi.CoordType.SCREEN)
        assert found == 2, found
        assert Atspi.Text.get_offset_at_point(text, box.x - 9, box.y, Atspi.CoordType.SCREEN) == -1
    edit = title.get_editable_text_iface()
    assert Atspi.EditableText.cut_text(edit, 4, 9)
    eventually("it is cut", lambda: editor.read(title) == "KEEP")
    assert Atspi.EditableText.paste_text(edit, 0)
    eventually("it is pasted", lambda: editor.read(title) == " CALMKEEP")
    assert Atspi.EditableText.copy_text(line.get_editable_text_iface(), 0, 2)
    assert Atspi.EditableText.insert_text(edit, 0, "It", 2)
    eventually("it is put in", lambda: editor.read(title) == "It CALMKEEP")
    assert Atspi.EditableText.delete_text(edit, 2, -1)
    eventually("it is deleted", lambda: editor.read(title) == "It")
    copied = eventually("it is on the clipboard", lambda: subprocess.run(
        ["xclip", "-o", "-selection", "clipboard"], capture_output=True, text=True, timeout=5).stdout == "CA")
    assert copied
    editor.process.terminate()
    editor.end()


def copy(kind, data):
    """Copies something as another program does, which ends when somebody else copies."""
    subprocess.run(["xclip", "-selection", "clipboard", "-t", kind], input=data, check=True, timeout=5)


def paste(program, file, picture):
    editor = Program(program, "poster", "edit", file)
    line = editor.find("Line 1", "entry")
    editor.focus(line)

    def document():
        return json.load(open(file))

    first = document()
    copy("image/png", open(picture, "rb").read())
    subprocess.run(["xdotool", "key", "ctrl+v"], check=True)
    eventually("the picture is the ground", lambda: document()["background"] != first["background"])
    assert document()["lines"] == first["lines"]
    for kind in ("image/svg+xml", "UTF8_STRING"):
        before = document()["emblem"]
        # Large data arrive in parts.
        size, comment = (10, "") if kind == "UTF8_STRING" else (20, f"<!--{'x' * 700_000}-->")
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg">{comment}<path d="M0 0h{size}v5h-{size}z"/></svg>'
        copy(kind, drawing.encode())
        subprocess.run(["xdotool", "key", "ctrl+v"], check=True)
        eventually(f"the drawing of {kind} is the crown", lambda: document()["emblem"] != before)
    Atspi.Text.set_caret_offset(line.get_text_iface(), 0)
    copy("UTF8_STRING", "DO NOT\n".encode())
    subprocess.run(["xdotool", "key", "ctrl+v"], check=True)
    eventually("the line is there", lambda: document()["lines"][0]["text"] == "DO NOT")
    editor.process.terminate()
    editor.end()


class Portal:
    """The desktop's portal in a process of its own, which does as it is told and keeps what it was asked."""

    def __init__(self, *words, script="portals.py"):
        self.process = subprocess.Popen(
            ["/usr/bin/python3", f"{os.path.dirname(__file__)}/{script}", *words], stdout=subprocess.PIPE)
        assert self.process.stdout.readline() == b"ready\n"
        os.set_blocking(self.process.stdout.fileno(), False)
        self.said = b""

    def heard(self, words):
        def look():
            self.said += self.process.stdout.read() or b""
            return words.encode() in self.said

        eventually(f"the portal is asked for {words!r}", look)


def has_owner(name):
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    return session.call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
        GLib.Variant("(s)", (name,)), None, 0, -1).unpack()[0]


def press_print(window):
    """Presses Print in the print panel as soon as printers have been looked for."""
    window.do(eventually("posters can be printed", lambda: next(
        (n for n in everything(window.window)
         if n.get_name() == "Print" and role_of(n) == "push button" and has(n, "sensitive")), None)))


def export(program, file, behaviour):
    folder = os.path.dirname(file)
    portal = Portal(behaviour, f"{folder}/chosen poster.pdf")
    # Without CUPS and without a program that opens files.
    editor = Program(program, "poster", "edit", file, environment={"PATH": folder})
    editor.do(editor.find("Export", "push button"))
    editor.do(editor.find("Save as…"))
    if behaviour == "take":
        portal.heard("SaveFile Export poster")
        notice = eventually("it is exported", lambda: editor.notice("Exported to"))
        assert open(f"{folder}/chosen poster.pdf", "rb").read(5) == b"%PDF-"
        editor.do(notice)
        portal.heard("OpenDirectory chosen poster.pdf")
        editor.do(editor.find("Export", "push button"))
        editor.do(editor.find("Print…"))
        press_print(editor)
        portal.heard("%PDF- 7")
        eventually("it is printed", lambda: editor.notice("Sent to the printer"))
    else:
        dialog = editor.find("Export poster", "dialog")
        # The panel is one of the window's own.
        editor.write(editor.find("Folder", "entry", inside=dialog), folder)
        editor.write(editor.find("Name", "entry", inside=dialog), "our own")
        editor.do(editor.find("Save", "push button", inside=dialog))
        notice = eventually("it is exported all the same", lambda: editor.notice("Exported to"))
        assert open(f"{folder}/our own.pdf", "rb").read(5) == b"%PDF-"
        # There is no program that opens folders or prints; a file manager may be started over D-Bus.
        editor.do(notice)
        eventually("the file is shown, or it is said that nothing shows it", lambda: (
            editor.notice("The program xdg-open is missing") or has_owner("org.freedesktop.FileManager1")))
        editor.do(editor.find("Export", "push button"))
        editor.do(editor.find("Print…"))
        press_print(editor)
        eventually("it is said that nothing prints", lambda: editor.notice("Not exported: CUPS is not installed"))
    editor.process.terminate()
    editor.end()


def names(program, library, file):
    """Everything in every window, its menu, its settings and what opens over it says what it is."""
    missed = []
    for words in (
        ("picker",), ("crowns",), ("palettes",), ("clock",), ("gallery", "--library", library), ("poster", "edit", file),
    ):
        window = Program(program, *words)

        def look(where):
            time.sleep(0.3)
            missed.extend(f"{words[0]}, {where}: {fault}" for fault in faults(window.window))

        look("window")
        menu = ["xdotool", "key", "F10"]
        subprocess.run(menu, check=True)
        commands = eventually("the menu is open", lambda: [
            n.get_name() for n in everything(window.window) if "menu item" in role_of(n)])
        look("menu")
        subprocess.run(["xdotool", "key", "Escape"], check=True)
        for command in ("Preferences…", "About Regalia", "Keyboard shortcuts", "Settings…", "Design a crown…"):
            if command in commands:
                time.sleep(0.5)
                subprocess.run(menu, check=True)
                window.choose(command)
                look(command)
                subprocess.run(["xdotool", "key", "Escape"], check=True)
        window.process.terminate()
        window.process.wait()
    assert not missed, "\n".join(dict.fromkeys(missed))


def prints(program, library, behaviour):
    """Posters of the gallery are printed by the desktop's panel where there is no CUPS."""
    portal = Portal(behaviour, "nothing")
    gallery = Program(
        program, "gallery", "--library", library, "--reduce-motion", environment={"PATH": os.path.dirname(library)})
    wall = gallery.find("Gallery of posters", "list box")
    posters = eventually("posters hang on the wall", lambda: children(wall))
    assert posters[1].get_component_iface().grab_focus()
    eventually("it is selected", lambda: wall.get_selection_iface().get_n_selected_children() == 1)
    gallery.do(posters[1], "show-menu")
    gallery.choose("Print")
    press_print(gallery)
    portal.heard("PreparePrint MAKE TEA")
    if behaviour == "take":
        portal.heard("%PDF- 7")
        eventually("it is printed", lambda: gallery.notice("Sent to the printer"))
    else:
        eventually("it is said that it was cancelled", lambda: gallery.notice("Cancelled"))
    gallery.process.terminate()
    gallery.end()


def folder(program, file, behaviour):
    """The folder of exports is chosen by the desktop's panel, or by our own where there is none."""
    chosen = os.path.dirname(file) + "/a place for exports"
    os.mkdir(chosen)
    portal = Portal(behaviour, chosen)
    editor = Program(program, "poster", "edit", file, environment={"PATH": os.path.dirname(file)})
    editor.do(editor.find("Export", "push button"))
    field = editor.find("Folder", "entry")
    before = editor.read(field)
    editor.do(editor.find("Choose folder…"))
    if behaviour == "take":
        portal.heard("OpenFile Folder for exports folder")
        eventually("it is the folder", lambda: editor.read(field).endswith("/a place for exports"))
    elif behaviour == "cancel":
        portal.heard("OpenFile Folder for exports folder")
        time.sleep(1)
        assert editor.read(field) == before, editor.read(field)
        assert all(n.get_name() != "Folder for exports" for n in everything(editor.window))
    else:
        dialog = editor.find("Folder for exports", "dialog")
        editor.write(editor.find("Folder", "entry", inside=dialog), chosen)
        editor.do(editor.find("Choose “a place for exports”", "push button", inside=dialog))
        eventually("it is the folder all the same", lambda: any(
            n.get_name() == "Folder" and editor.read(n).endswith("/a place for exports")
            for n in everything(editor.window) if role_of(n) == "entry"))
    editor.process.terminate()
    editor.end()


def hostile(program, file):
    """A panel and a printer that answer what they should not are told of, and the window is used on."""
    folders, tokens = ("another computer", "a zero", "many bytes"), ("a token of words", "a token below zero", "no path")
    cases = [case for pair in zip(folders, tokens) for case in pair]
    announcements = Announcements()
    portal = Portal(*cases, "many files", script="hostile.py")
    editor = Program(program, "poster", "edit", file, environment={"PATH": os.path.dirname(file)})
    for case in cases:
        if not any(n.get_name() == "Print…" for n in everything(editor.window)):
            editor.do(editor.find("Export", "push button"))
        announcements.said.clear()
        if case in folders:
            field = editor.find("Folder", "entry")
            before = editor.read(field)
            editor.do(editor.find("Choose folder…"))
            portal.heard(f"OpenFile {case}")
            announcements.heard("The desktop’s file dialog chose a file that is not on this computer.")
            assert editor.read(field) == before, editor.read(field)
        else:
            editor.do(editor.find("Print…"))
            press_print(editor)
            portal.heard(f"PreparePrint {case}")
            announcements.heard("Not exported: the desktop's print dialog did not return a printer")
    editor.do(editor.find("Export", "push button"))
    editor.do(editor.find("Choose folder…"))
    eventually("the first of many is taken", lambda: editor.read(editor.find("Folder", "entry")).endswith("/a/0.pdf"))
    editor.process.terminate()
    editor.end()


def countdown(program, behaviour):
    portal = Portal(behaviour)
    clock = Program(program, "clock", "--countdown", "1s")
    portal.heard(("Notify" if behaviour == "refuse" else "AddNotification") + " Time is up")
    assert clock.end() == "Time is up"
    assert clock.process.returncode == 0


def enlarge(program):
    """A window is as much larger as the desktop's text is, and what is pressed is where it is seen."""
    def size(window):
        box = window.get_component_iface().get_extents(Atspi.CoordType.SCREEN)
        return box.width, box.height

    usual = Program(program, "picker")
    width, height = size(usual.window)
    usual.process.terminate()
    usual.end()
    Portal("take", "text", "1.5")
    picker = Program(program, "picker", "--color", "#336699")
    eventually("it is larger", lambda: size(picker.window) == (round(1.5 * width), round(1.5 * height)))
    box = picker.find("Choose", "push button").get_component_iface().get_extents(Atspi.CoordType.SCREEN)
    subprocess.run(
        ["xdotool", "mousemove", str(box.x + box.width // 2), str(box.y + box.height // 2), "click", "1"], check=True)
    assert picker.end() == "#336699"


def compose(program):
    subprocess.run(["setxkbmap", "-layout", "us", "-variant", "intl", "-option", "compose:menu"], check=True)
    # A session that has an input method which is not there.
    crowns = Program(program, "crowns", environment={"XMODIFIERS": "@im=ibus"})
    search = crowns.find("Search", "entry")
    assert search.get_component_iface().grab_focus()
    eventually("it has the focus", lambda: search.get_state_set().contains(Atspi.StateType.FOCUSED))
    for key in ("dead_acute", "e", "Multi_key", "o", "c", "x"):
        subprocess.run(["xdotool", "key", key], check=True)
    eventually("what was composed is there once", lambda: crowns.read(search) == "é©x")
    crowns.process.terminate()
    crowns.end()


def main():
    scenarios = {
        "picker": picker, "gallery": gallery, "editor": editor, "export": export, "folder": folder, "names": names, "prints": prints, "countdown": countdown,
        "compose": compose, "crowns": crowns, "palettes": palettes, "clock": clock, "places": places,
        "paste": paste, "enlarge": enlarge, "hostile": hostile,
    }
    turn_on()
    try:
        scenarios[sys.argv[2]](sys.argv[1], *sys.argv[3:])
    except AssertionError as fault:
        raise SystemExit(f"{sys.argv[2]}: {fault}") from fault


if __name__ == "__main__":
    main()
