"""Looks at the windows as a Wayland compositor shows them; Scripts/wayland-check starts it within sway.

    windows.py PROGRAM SCALE FOLDER
"""

import json
import os
import signal
import subprocess
import sys
import time

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402

program, scale, folder = sys.argv[1], float(sys.argv[2]), sys.argv[3]
library = os.environ["HOME"] + "/posters.regalia"
faults = 0


def check(is_met, words):
    global faults
    faults += not is_met
    print(f"{'ok  ' if is_met else 'NOT '} {scale:g}: {words}", flush=True)


def run(*arguments, **options):
    done = subprocess.run(arguments, capture_output=True, timeout=60, **options)
    return done.stdout.decode(errors="replace")


def sway(*words):
    return json.loads(run("swaymsg", "-r", "-t", "command", *words))


def windows(node=None):
    """The windows there are, by the number of their process."""
    node = node or json.loads(run("swaymsg", "-r", "-t", "get_tree"))
    found = {node["pid"]: node} if node.get("pid") else {}
    for inner in node.get("nodes", []) + node.get("floating_nodes", []):
        found.update(windows(inner))
    return found


def start(*arguments):
    """Starts the program and waits until its window is there and rests."""
    process = subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for _ in range(300):
        window = windows().get(process.pid)
        if window or process.poll() is not None:
            break
        time.sleep(0.1)
    time.sleep(2)
    return process, windows().get(process.pid)


def end(process, expected=0):
    """Waits for the program to end and returns what it printed."""
    try:
        output, complaints = process.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        output, complaints = process.communicate()
        check(False, f"ends when it is asked to: {complaints}")
    check(complaints == b"", f"complains of nothing {complaints.decode()}")
    return output.decode().strip()


def shot(name, window):
    """Writes what the screen shows of a window into a picture."""
    frame = window["rect"]
    path = f"{folder}/{name}-{scale:g}.png"
    area = "{x},{y} {width}x{height}".format(**frame)
    subprocess.run(["grim", "-s", f"{scale:g}", "-g", area, path], check=True)
    return path


def pixels(path):
    picture = GdkPixbuf.Pixbuf.new_from_file(path)
    rows, channels = picture.get_rowstride(), picture.get_n_channels()
    data, (width, height) = picture.get_pixels(), (picture.get_width(), picture.get_height())
    return width, height, [
        data[y * rows + x * channels : y * rows + x * channels + 3] for y in range(height) for x in range(width)
    ]


def difference(one, other):
    """The share of pixels in which two pictures differ, 1 when their sizes do."""
    first, second = pixels(one), pixels(other)
    if first[:2] != second[:2]:
        return 1
    return sum(a != b for a, b in zip(first[2], second[2])) / len(first[2])


mouse = subprocess.Popen(
    [sys.executable, os.path.dirname(__file__) + "/pointer.py"],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
)


def point(*words):
    """Lets the mouse do something, such as move to a place on the screen, and waits until it has."""
    if words[0] == "move":
        words += (int(2400 / scale), int(1800 / scale))
    print(*words, file=mouse.stdin, flush=True)
    mouse.stdout.readline()
    time.sleep(0.03)


def type_keys(*arguments):
    """Types as a person would, on a keyboard that is plugged in for it."""
    subprocess.run(["wtype", "-s", "500", *arguments, "-s", "500"], check=True)
    time.sleep(0.5)


def look(name, size, *arguments):
    """Opens a window and holds it against the picture that is drawn without one."""
    process, window = start(*arguments, "--size", "{}x{}".format(*size))
    if not window:
        return check(False, f"{name} opens: {process.communicate()[1].decode()}")
    frame = window["rect"]
    check((frame["width"], frame["height"]) == size, f"{name} is {frame['width']}x{frame['height']} points")
    check(window["app_id"] == "page.regalia.Regalia", f"{name} has the application's id")
    check(bool(window["name"]), f"{name} is called “{window['name']}”")
    drawn = f"{folder}/{name}-{scale:g}-drawn.png"
    run(program, *arguments, "--size", "{}x{}".format(*size), "--snapshot", drawn, "--scale", f"{scale:g}")
    share = difference(shot(name, window), drawn)
    check(share < 0.002, f"{name} is as sharp as its picture: {share:.3%} of the pixels differ")
    sway(f"[pid={process.pid}] kill")
    end(process)


def copy_and_paste():
    """Text is copied and pasted, and keys do what the layout says."""
    process, _ = start("picker", "--color", "#c8102e")
    type_keys("-M", "ctrl", "c")
    check(run("wl-paste", "-n") == "#c8102e", "a colour that was copied can be pasted elsewhere")
    subprocess.run(["wl-copy", "#2e8b57"], check=True)
    time.sleep(0.5)
    type_keys("-M", "ctrl", "v")
    type_keys("-k", "Return")
    check(end(process) == "#2e8b57", "a colour that was copied elsewhere is pasted")


def copy_picture():
    """A crown is copied as a drawing, which other programs can have as often as they like."""
    process, window = start("crowns", "--size", "1080x720")
    frame = window["rect"]
    # Over the third crown of the second row; the window opened where the pointer may have been before.
    for step in range(3):
        point("move", frame["x"] + 530 + step, frame["y"] + 270)
    point("down")
    point("up")
    kinds = []
    for _ in range(5):
        type_keys("-M", "ctrl", "c")
        time.sleep(1)
        kinds = run("wl-paste", "--list-types").split()
        if "image/svg+xml" in kinds:
            break
    shot("copied", window)
    check("image/svg+xml" in kinds, f"a crown that was copied is had as {', '.join(kinds)}")
    copies = [run("wl-paste", "-t", "image/svg+xml") for _ in range(2)]
    check("<svg" in copies[0] and copies[0] == copies[1], "the drawing is pasted, twice")
    subprocess.run(["wl-copy", "other"], check=True)
    time.sleep(0.5)
    check(run("wl-paste", "-n") == "other", "another program copies after it")
    type_keys("-M", "ctrl", "c")
    time.sleep(1)
    check("<svg" in run("wl-paste", "-t", "image/svg+xml"), "the drawing is copied anew after that")
    sway(f"[pid={process.pid}] kill")
    end(process)


def stopped():
    """A program that has copied something and is stopped then holds a window up for a moment, not for ever."""
    process, _ = start("picker", "--color", "#c8102e")
    owner = subprocess.Popen(["wl-copy", "--foreground", "#2e8b57"])
    time.sleep(0.5)
    owner.send_signal(signal.SIGSTOP)
    # On one keyboard: what is typed on one that is plugged in while the window waits would not be heard.
    type_keys("-M", "ctrl", "v", "-m", "ctrl", "-s", "500", "-k", "Return", "-s", "4000")
    check(end(process) == "#c8102e", "a program that has copied and is stopped is waited for, not for ever")
    owner.kill()
    owner.wait()


def drag(what, process, place):
    """Drags a file from another program to a place in a window, and does not let go."""
    sway(f"[pid={process.pid}] move position 500 100")
    source = subprocess.Popen([sys.executable, os.path.dirname(__file__) + "/source.py", what])
    for _ in range(100):
        if source.pid in windows():
            break
        time.sleep(0.1)
    time.sleep(1)
    sway(f"[pid={source.pid}] move position 20 100")
    time.sleep(0.5)
    frame = windows()[process.pid]["rect"]
    end = frame["x"] + place[0], frame["y"] + place[1]
    point("move", 80, 160)
    point("down")
    for step in range(1, 101):
        point("move", *(start + (stop - start) * step // 100 for start, stop in zip((80, 160), end)))
    time.sleep(0.5)
    return source


def drop():
    """A file is dragged from another program onto the wall."""
    poster = os.environ["HOME"] + "/dropped poster.json"
    run(program, "poster", "new", "--text", "DROP/ME", "-o", poster)

    def hanging():
        return sum("DROP" in line for line in run(program, "poster", "list", "--library", library).upper().splitlines())

    before = hanging()
    process, window = start("gallery", "--library", library, "--size", "800x600")
    source = drag(poster, process, (400, 300))
    shot("dragged", windows()[process.pid])
    point("up")
    time.sleep(2)
    shot("dropped", windows()[process.pid])
    source.kill()
    source.wait()
    sway(f"[pid={process.pid}] kill")
    end(process)
    check(hanging() == before + 1, "a file that was dropped hangs on the wall, once")


def nodes(node):
    yield node
    for child in node.get("children", []):
        yield from nodes(child)


def edit(name):
    """Opens a poster in the editor and clicks behind the end of its line; returns a function that reads its file."""
    file = f"{os.environ['HOME']}/{name}.json"
    run(program, "poster", "new", "--text", "CALM", "-o", file)
    arguments = ["poster", "edit", file, "--size", "1000x700"]
    described = json.loads(run(program, *arguments, "--describe"))
    x, y, width, height = next(n["frame"] for n in nodes(described) if n["label"] == "Line 1")
    process, window = start(*arguments)
    frame = window["rect"]
    place = int(frame["x"] + x + width - 2), int(frame["y"] + y + height / 2)
    for step in (2, 1, 0):
        point("move", place[0] + step, place[1])
    point("down")
    point("up")
    time.sleep(1)
    type_keys("-k", "End")

    def document():
        time.sleep(2)
        return json.load(open(file))

    return process, document


def paste_picture():
    """A picture that another program has copied becomes the ground, and a drawing the crown."""
    process, document = edit("pasted")
    before = document()
    subprocess.run(["wl-copy", "-t", "image/png"], stdin=open(f"{folder}/gallery-{scale:g}-drawn.png", "rb"), check=True)
    type_keys("-M", "ctrl", "v")
    check(document()["background"] != before["background"], "a picture that was copied elsewhere becomes the ground")
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg"><!--{"x" * 700_000}--><path d="M0 0h20v5h-20z"/></svg>'
    subprocess.run(["wl-copy", "-t", "image/svg+xml"], input=drawing.encode(), check=True)
    type_keys("-M", "ctrl", "v")
    check(document()["emblem"] != before["emblem"], "a drawing that was copied elsewhere becomes the crown")
    check(document()["lines"] == before["lines"], "the line is as it was")
    # Text copied in this program takes the same way.
    type_keys("-M", "ctrl", "a")
    type_keys("-M", "ctrl", "c")
    type_keys("-k", "End")
    type_keys("-M", "ctrl", "v")
    check(document()["lines"][0]["text"] == "CALMCALM", "text is copied and pasted within the window")
    sway(f"[pid={process.pid}] kill")
    end(process)


def telex():
    """Vietnamese is typed with IBus, of which a session under Wayland says nothing in the environment."""
    bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE, text=True)
    os.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
    daemon = subprocess.Popen(
        ["ibus-daemon", "--panel", "disable", "--config", "disable"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    engine = "m17n:vi:telex"

    def choose():
        for _ in range(50):
            run("ibus", "engine", engine)
            if run("ibus", "engine").strip() == engine:
                return True
            time.sleep(0.2)

    check(choose(), "IBus is ready")
    keyboard = subprocess.Popen(
        [sys.executable, os.path.dirname(__file__) + "/keyboard.py"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )
    keyboard.stdout.readline()
    process, document = edit("telex")
    choose()
    time.sleep(1)
    print(" tieengs Vieetj ", file=keyboard.stdin, flush=True)
    keyboard.stdout.readline()
    for _ in range(5):
        typed = document()["lines"][0]["text"]
        if typed.endswith("t "):
            break
    check(typed == "CALM tiếng Việt ", f"Telex arrives in order: {typed!r}")
    sway(f"[pid={process.pid}] kill")
    end(process)
    keyboard.kill()
    daemon.terminate()
    daemon.wait()
    bus.terminate()
    del os.environ["DBUS_SESSION_BUS_ADDRESS"]


def cursors():
    """The pointer has the shape that fits what is under it."""
    process, window = start("picker", "--color", "#c8102e", "--size", "440x560")
    described = json.loads(run(program, "picker", "--color", "#c8102e", "--size", "440x560", "--describe"))
    places = {n["label"]: n["frame"] for n in nodes(described) if n["label"]}
    shapes = {}
    for name in ("Hex", "Choose"):
        x, y, width, height = places[name]
        spot = int(window["rect"]["x"] + x + width - 12), int(window["rect"]["y"] + y + height / 2)
        pictures = []
        # Over it, and where it is over nothing.
        for place in (spot, (5, 5)):
            for step in (2, 1, 0):
                point("move", place[0] + step, place[1])
            time.sleep(1)
            path = f"{folder}/cursor-{name}-{scale:g}{'' if place == spot else '-away'}.png"
            area = f"{spot[0] - 12},{spot[1] - 12} 24x24"
            subprocess.run(["grim", "-s", f"{scale:g}", "-g", area, path], check=True)
            pictures.append(pixels(path)[2])
        shapes[name] = tuple(a != b for a, b in zip(*pictures))
    check(any(shapes["Hex"]), "the pointer is seen")
    check(len(set(shapes.values())) > 1, "it is another one over a field than elsewhere")
    sway(f"[pid={process.pid}] kill")
    end(process)


def hidden():
    """Time runs on in a window that is on another workspace, where nothing of it is shown."""
    process, _ = start("clock", "--countdown", "6s")
    sway("workspace 2")
    try:
        output = process.communicate(timeout=30)[0].decode()
    except subprocess.TimeoutExpired:
        process.kill()
        output = "nothing"
    sway("workspace 1")
    check("Time is up" in output, f"a countdown that nobody sees ends: {output.strip()}")


print(run(program, "doctor").split("Offscreen")[0].split("Display")[-1])
look("picker", (440, 560), "picker", "--color", "#c8102e")
look("crowns", (1080, 720), "crowns")
look("clock", (720, 320), "clock", "--at", "2026-03-29T01:59:58", "--speed", "0.01", "--no-seconds")
run(program, "poster", "new", "--text", "KEEP/CALM/and/CARRY/ON", "-o", library + ".json")
run(program, "poster", "add", "--library", library, library + ".json")
look("gallery", (1080, 720), "gallery", "--library", library)
copy_and_paste()
stopped()
copy_picture()
paste_picture()
drop()
cursors()
telex()
hidden()
mouse.kill()
sys.exit(1 if faults else 0)
