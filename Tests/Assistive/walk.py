"""Walks through Regalia as someone does who sees it for the first time: with the mouse alone, or with the keyboard alone.

    /usr/bin/python3 walk.py PROGRAM mouse|keys [PICTURES]

Run within dbus-run-session, an X server and openbox, with a HOME of its own. What is pressed is what stands on the screen,
and it is pressed with the X server's own pointer and keys; AT-SPI only tells where things are and what came of it. With
PICTURES the screen is kept in that folder after each step, to be looked at: each step has to be guessable from the picture
before it. Prints what went wrong and ends with 1, or ends with 0.
"""

import glob
import json
import os
import subprocess
import sys
import time

from client import Program, children, eventually, everything, has, outline, role_of, turn_on


def xdotool(*words):
    subprocess.run(["xdotool", *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def box(node):
    return node.get_component_iface().get_extents(0)


class Person:
    """Somebody in front of the screen."""

    def __init__(self, program, pictures):
        self.program, self.pictures, self.steps = program, pictures, 0
        self.regalia = Program(program)

    def look(self, at):
        """Keeps what is on the screen now, under a name."""
        self.steps += 1
        if self.pictures:
            time.sleep(0.7)
            subprocess.run(["import", "-window", "root", f"{self.pictures}/{self.steps:02d} {at}.png"], check=True)

    # The screen

    def window(self, name):
        return eventually(f"there is a window {name!r}", lambda: next(
            (w for w in self.regalia.windows() if w.get_name().startswith(name)), None))

    def find(self, name, window, *roles):
        def look():
            for node in everything(window):
                if node.get_name() == name and (not roles or role_of(node) in roles) and has(node, "showing"):
                    return node

        return eventually(f"{name!r} is on the screen", look)

    def item(self, name, window):
        """A line of the menu that is open."""
        return eventually(f"the menu has {name!r}", lambda: next(
            (n for n in everything(window) if n.get_name() == name and "menu item" in role_of(n)), None))

    def gone(self, name, window):
        eventually(f"{name!r} is gone", lambda: all(n.get_name() != name for n in everything(window)))

    def focused(self, window):
        return next((n for n in everything(window) if has(n, "focused")), None)

    def ended(self, window):
        def is_gone():
            return not any(w.get_name().startswith(window) for w in self.regalia.windows())

        eventually(f"{window!r} is closed", is_gone)

    # Hands

    def point(self, node):
        """Moves the pointer onto something, after it where it moves: a menu scrolls when the pointer comes near its end."""
        for _ in range(20):
            place = box(node)
            x, y = place.x + place.width // 2, place.y + place.height // 2
            xdotool("mousemove", x - 9, y - 3, "sleep", "0.05", "mousemove", x, y, "sleep", "0.2")
            after = box(node)
            if (place.x, place.y) == (after.x, after.y):
                return

    def click(self, node):
        self.point(node)
        xdotool("click", "1")

    def choose(self, name, window):
        """Clicks on a line of the menu that is open, which is scrolled to where the window is too low for it."""
        while not has(self.item(name, window), "showing"):
            # At the edges the pointer scrolls, too.
            rows = [n for n in everything(window) if "menu item" in role_of(n) and has(n, "showing")]
            self.point(rows[len(rows) // 2])
            xdotool("click", "5", "sleep", "0.3")
        self.click(self.item(name, window))

    def drag(self, start, end):
        xdotool("mousemove", *start, "mousedown", "1", "sleep", "0.05")
        for part in (0.1, 0.4, 0.7, 1):
            xdotool("mousemove", *(round(a + (b - a) * part) for a, b in zip(start, end)), "sleep", "0.05")
        xdotool("mouseup", "1")

    def press(self, *keys):
        xdotool("key", "--delay", "60", *keys)

    def type(self, words):
        xdotool("type", "--delay", "60", words)

    def tab_to(self, what, window, is_there):
        """Goes on with Tab until the keyboard is where it is wanted."""
        for _ in range(40):
            before = self.focused(window)
            name = before and before.get_name()
            self.press("Tab")
            eventually("Tab leads on", lambda: self.focused(window) and self.focused(window).get_name() != name)
            if is_there(self.focused(window)):
                return
        raise AssertionError(f"Tab does not lead to {what}: {outline(window)}")

    # The results

    def library(self):
        printed = subprocess.run(
            [self.program, "poster", "list", "--json"], capture_output=True, text=True, check=True).stdout
        return {poster["title"]: poster for poster in json.loads(printed)}

    def document(self, title):
        """The newest poster of a title."""
        printed = subprocess.run(
            [self.program, "poster", "list"], capture_output=True, text=True, check=True).stdout
        name = [row.split("\t")[0] for row in printed.splitlines() if row.split("\t")[1] == title][-1]
        return subprocess.run([self.program, "poster", "show", name], capture_output=True, text=True, check=True).stdout

    def exported(self):
        return glob.glob(f"{os.environ['HOME']}/Documents/Regalia/*.pdf")


def titles(wall):
    return [poster.get_name() for poster in children(wall)]


def hangs_by_title(wall):
    names = [name for name in titles(wall) if name.isascii()]
    return len(names) > 3 and names == sorted(names, key=str.casefold)


def side_by_side(wall):
    """Three posters of one row that are seen whole."""
    posters = children(wall)
    area = box(wall)
    for three in zip(posters, posters[1:], posters[2:]):
        places = [box(poster) for poster in three]
        if (places[0].x < places[2].x and len({p.y + p.height for p in places}) == 1
                and area.y + 8 < places[0].y and places[0].y + places[0].height < area.y + area.height):
            return three


def selected(wall):
    return [poster for poster in children(wall) if has(poster, "selected")]


def counts_down(clock):
    """Whether the clock shows what is left of ten minutes, and goes on."""
    return next(n for n in everything(clock) if n.get_name() == "Time").get_text_iface().get_text(0, -1).startswith("09:5")


def by_mouse(me):
    wall = me.window("Posters")
    me.look("first start")
    for words in ("Next", "Next", "Done"):
        button = me.find(words, wall, "push button")
        hint = button.get_parent().get_name()
        me.click(button)
        me.gone(hint, wall)
        me.look(f"after {words}")

    me.click(me.find("New poster", wall, "push button"))
    dialog = me.find("New poster", wall, "dialog")
    me.look("templates")
    me.click(me.find("Night sky", dialog))
    me.click(me.find("Create", dialog, "push button"))
    me.find("‹ Poster", wall, "push button")
    me.look("editor")
    me.click(me.find("‹ Poster", wall, "push button"))
    me.click(me.find("Favourite", me.find("Poster bar", wall), "push button"))
    me.look("open poster with a star")
    me.click(me.find("‹ Gallery", wall, "push button"))
    me.find("Order", wall, "push button")
    me.look("wall")
    eventually("it hangs there as a favourite", lambda: me.library()["Night sky"]["isFavorite"])

    me.click(me.find("Order", wall, "push button"))
    me.item("By title", wall)
    me.look("orders")
    me.choose("By title", wall)
    posters = me.find("Gallery of posters", wall, "list box")
    eventually("posters hang by their titles", lambda: hangs_by_title(posters))
    me.look("by title")

    three = eventually("three posters hang side by side", lambda: side_by_side(posters))
    first, last = box(three[0]), box(three[2])
    me.drag((first.x - 8, first.y - 8), (last.x + last.width // 2, last.y + last.height // 2))
    eventually("three are selected", lambda: len(selected(posters)) == 3)
    me.look("three selected")
    me.click(me.find("Export", wall, "push button"))
    me.item("Export as PDF", wall)
    me.look("kinds of files")
    me.choose("Export as PDF", wall)
    eventually("three files are there", lambda: len(me.exported()) == 3)
    me.look("exported")

    me.click(me.find("Menu", wall, "push button"))
    me.item("Crowns", wall)
    me.look("menu")
    me.choose("Crowns", wall)
    crowns = me.window("Crowns")
    facet = me.find("Tudor", crowns, "radio button")
    me.look("crowns")
    me.click(facet)
    eventually("only Tudor crowns are shown", lambda: has(facet, "checked"))
    me.look("Tudor crowns")
    grid = me.find("Crowns", crowns, "list box")
    eventually("they are there", lambda: children(grid)[2].get_name().startswith("Tudor"))
    me.click(children(grid)[2])
    me.click(me.find("Use in poster", crowns, "push button"))
    me.find("‹ Poster", wall, "push button")
    me.look("crown on a poster")
    assert "tudor" in me.document("Keep calm").lower(), me.document("Keep calm")

    me.click(me.find("‹ Poster", wall, "push button"))
    me.click(me.find("‹ Gallery", wall, "push button"))
    me.find("Order", wall, "push button")
    me.click(me.find("Menu", wall, "push button"))
    me.choose("Clock", wall)
    clock = me.window("Clock")
    time.sleep(1)
    me.point(clock)
    me.find("Time of day", clock, "push button")
    me.look("clock")
    me.click(me.find("Time of day", clock, "push button"))
    me.item("Countdown of 10 minutes", clock)
    me.look("what the clock can show")
    me.choose("Countdown of 10 minutes", clock)
    me.find("Start", clock, "push button")
    me.look("countdown")
    me.click(me.find("Start", clock, "push button"))
    eventually("ten minutes go by", lambda: counts_down(clock))
    me.look("countdown runs")

    me.click(me.find("Menu", clock, "push button"))
    me.choose("Quit", clock)
    me.ended("Clock")
    me.click(me.find("Menu", wall, "push button"))
    me.choose("Quit", wall)


def by_keys(me):
    wall = me.window("Posters")
    me.look("first start")
    for words in ("Next", "Next", "Done"):
        eventually(f"{words!r} has the keyboard", lambda: me.focused(wall).get_name() == words)
        me.press("Return")
    me.gone("Done", wall)
    me.press("F1")
    me.find("Keyboard shortcuts", wall, "dialog")
    me.look("all keys")
    me.press("Escape")
    me.gone("Keyboard shortcuts", wall)

    me.press("ctrl+n")
    dialog = me.find("New poster", wall, "dialog")
    me.look("templates")
    me.type("ni")
    eventually("what is typed is found", lambda: me.focused(wall).get_name() == "Night sky")
    me.press("Return")
    eventually("its first line is edited", lambda: me.focused(wall).get_name() == "Line 1")
    me.type("GAZE")
    me.look("editor")
    # Out of the line, out of the editor, back to the wall.
    me.press("Escape", "Escape")
    me.find("Poster bar", wall)
    me.press("ctrl+b")
    me.look("open poster with a star")
    me.press("Escape")
    me.find("Order", wall, "push button")
    eventually("it hangs there as a favourite", lambda: me.library()["Night sky"]["isFavorite"])
    assert "GAZE" in me.document("Night sky"), me.document("Night sky")

    me.tab_to("the order", wall, lambda node: node.get_name() == "Order")
    me.press("space")
    me.item("By title", wall)
    me.type("by t")
    me.look("orders")
    me.press("Return")
    posters = me.find("Gallery of posters", wall, "list box")
    eventually("posters hang by their titles", lambda: hangs_by_title(posters))

    me.tab_to("the wall", wall, lambda node: role_of(node) in ("list item", "list box"))
    me.press("Home", "shift+Right", "shift+Right")
    eventually("three are selected", lambda: len(selected(posters)) == 3)
    me.look("three selected")
    me.press("ctrl+e")
    eventually("three files are there", lambda: len(me.exported()) == 3)
    me.look("exported")

    me.press("F10")
    me.item("Crowns", wall)
    me.look("menu")
    me.type("crow")
    me.press("Return")
    crowns = me.window("Crowns")
    facet = me.find("Tudor", crowns, "radio button")
    eventually("something has the keyboard", lambda: me.focused(crowns))
    me.look("crowns")
    me.tab_to("the families", crowns, lambda node: node.get_name() == "All")
    me.type("tud")
    eventually("what is typed is found", lambda: me.focused(crowns).get_name() == "Tudor")
    me.press("Return")
    eventually("only Tudor crowns are shown", lambda: has(facet, "checked"))
    me.look("Tudor crowns")
    grid = me.find("Crowns", crowns, "list box")
    me.tab_to("the crowns", crowns, lambda node: role_of(node) in ("list item", "list box"))
    me.press("Right", "Right")
    me.look("crown chosen")
    me.press("ctrl+u")
    me.find("‹ Poster", wall, "push button")
    me.look("crown on a poster")
    assert "tudor" in me.document("Keep calm").lower(), me.document("Keep calm")

    me.press("Escape", "Escape", "Escape")
    me.find("Order", wall, "push button")
    me.press("F10")
    me.item("Clock", wall)
    me.type("clo")
    me.look("menu again")
    me.press("Return")
    clock = me.window("Clock")
    time.sleep(2)
    me.look("clock")
    me.press("F1")
    me.find("Keyboard shortcuts", clock, "dialog")
    me.look("keys of the clock")
    me.press("Escape")
    me.gone("Keyboard shortcuts", clock)
    me.type("10")
    me.find("Countdown", clock, "entry")
    me.look("ten typed")
    me.press("Return")
    eventually("ten minutes go by", lambda: counts_down(clock))
    me.look("countdown runs")
    me.press("ctrl+q")
    me.ended("Clock")
    time.sleep(1)
    me.press("ctrl+q")


def main():
    program, way = sys.argv[1:3]
    turn_on()
    me = Person(program, sys.argv[3] if len(sys.argv) > 3 else None)
    try:
        {"mouse": by_mouse, "keys": by_keys}[way](me)
        me.regalia.process.wait(timeout=20)
        assert me.regalia.process.returncode == 0, me.regalia.process.returncode
    except BaseException:
        me.look("where it ended")
        raise
    finally:
        me.regalia.process.kill()


if __name__ == "__main__":
    main()
