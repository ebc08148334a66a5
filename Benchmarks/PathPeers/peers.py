"""Draws the icons that PathBenchmark exported with other libraries: processor time per icon and error against exact area."""

import base64
import json
import math
import sys
import time

try:
    import numpy
except ImportError:
    sys.exit("Skia, Blend2D and resvg were left out: numpy is missing; pip install numpy")

ROUNDS = 9
SIZES = (64, 256, 1024)


def elements(icon):
    """Yields each verb with its points."""
    at = 0
    for verb in icon["verbs"]:
        count = {"M": 2, "L": 2, "C": 6, "Z": 0}[verb]
        yield verb, icon["coordinates"][at : at + count]
        at += count


def scale(icon, size):
    return size / max(icon["box"][2], icon["box"][3])


class Skia:
    name = "skia-python"
    note = ""

    def __init__(self):
        import skia

        self.skia = skia

    def prepare(self, icon, size):
        s, (x0, y0) = scale(icon, size), icon["box"][:2]
        path = self.skia.Path()
        for verb, p in elements(icon):
            q = [(v - (x0, y0)[i % 2]) * s for i, v in enumerate(p)]
            if verb == "M":
                path.moveTo(*q)
            elif verb == "L":
                path.lineTo(*q)
            elif verb == "C":
                path.cubicTo(*q)
            else:
                path.close()
        return path

    def begin(self, size):
        self.pixels = numpy.zeros((size, size, 4), dtype=numpy.uint8)
        self.surface = self.skia.Surface(self.pixels)
        self.paint = self.skia.Paint(AntiAlias=True)

    def draw(self, path):
        canvas = self.surface.getCanvas()
        canvas.clear(0)
        canvas.drawPath(path, self.paint)

    def coverage(self):
        return self.pixels[:, :, 3]


class Blend2D:
    name = "blend2d-py"
    note = "given chords: it has no curves"

    def __init__(self):
        import blend2d

        self.blend2d = blend2d

    def prepare(self, icon, size):
        s, (x0, y0) = scale(icon, size), icon["box"][:2]
        path, current = self.blend2d.Path(), (0, 0)
        for verb, p in elements(icon):
            q = [((p[i] - x0) * s, (p[i + 1] - y0) * s) for i in range(0, len(p), 2)]
            if verb == "M":
                path.move_to(*q[0])
            elif verb == "L":
                path.line_to(*q[0])
            elif verb == "C":
                length = sum(math.dist(a, b) for a, b in zip([current] + q, q))
                count = max(4, min(64, int(length / 2)))
                for step in range(1, count + 1):
                    t = step / count
                    u = 1 - t
                    path.line_to(*(
                        u**3 * current[k] + 3 * u * u * t * q[0][k] + 3 * u * t * t * q[1][k] + t**3 * q[2][k]
                        for k in (0, 1)
                    ))
            else:
                path.close()
            if q:
                current = q[-1]
        return path

    def begin(self, size):
        self.image = self.blend2d.Image(size, size)

    def draw(self, path):
        context = self.blend2d.Context(self.image)
        context.set_comp_op(self.blend2d.CompOp.SRC_COPY)
        context.set_fill_style_rgba(0, 0, 0, 0)
        context.fill_all()
        context.set_comp_op(self.blend2d.CompOp.SRC_OVER)
        context.set_fill_style_rgba(255, 255, 255, 255)
        context.fill_path(path)
        context.end()

    def coverage(self):
        return numpy.asarray(self.image.asarray())[:, :, 3]


class Resvg:
    name = "resvg-py"
    note = "with reading SVG and writing PNG"

    def __init__(self):
        import resvg_py

        self.resvg = resvg_py
        try:
            import skia

            self.skia = skia
        except ImportError:
            self.skia = None

    def prepare(self, icon, size):
        data = "".join(verb + " ".join(map(repr, p)) for verb, p in elements(icon))
        box = icon["box"]
        s = scale(icon, size)
        width, height = round(box[2] * s), round(box[3] * s)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="{" ".join(map(str, box))}"><path d="{data}"/></svg>'
        )

    def begin(self, size):
        self.png = b""

    def draw(self, text):
        self.png = self.resvg.svg_to_bytes(svg_string=text, skip_system_fonts=True)

    def coverage(self):
        if not self.skia:
            return None
        return self.skia.Image.MakeFromEncoded(bytes(self.png)).toarray()[:, :, 3]


def errors(peer, icons, size):
    total = count = 0
    worst = []
    for icon in icons:
        area = icon["areas"].get(str(size))
        if not area:
            continue
        peer.begin(size)
        peer.draw(peer.prepare(icon, size))
        ours = peer.coverage()
        if ours is None:
            return None
        exact = numpy.frombuffer(base64.b64decode(area["pixels"]), dtype=numpy.uint8).astype(int)
        exact = exact.reshape(-1, area["width"])
        difference = abs(ours[: exact.shape[0], : exact.shape[1]].astype(int) - exact)
        edge = (exact > 0) & (exact < 255)
        total, count = total + int(difference[edge].sum()), count + int(edge.sum())
        worst.append(int(difference.max()))
    worst.sort()
    return total / count, worst[len(worst) * 95 // 100]


def main():
    with open(sys.argv[1]) as file:
        icons = json.load(file)
    print("others, us/icon at     64 px    256 px   1024 px   error 64: mean p95 worst   256: mean p95 worst")
    for kind in (Skia, Blend2D, Resvg):
        try:
            peer = kind()
        except ImportError as error:
            print(f"  {kind.name:12} is missing ({error}); pip install {kind.name}")
            continue
        line = f"  {kind.name:16}"
        for size in SIZES:
            prepared = [peer.prepare(icon, size) for icon in icons]
            peer.begin(size)
            best = math.inf
            for _ in range(ROUNDS if size < 1024 and kind is not Resvg else 3):
                start = time.process_time()
                for path in prepared:
                    peer.draw(path)
                best = min(best, time.process_time() - start)
            line += f"{best / len(icons) * 1e6:10.1f}"
        for size in (64, 256):
            error = errors(peer, icons, size)
            line += f"        {error[0]:6.1f} {error[1]:6}  " if error else "        (needs skia-python)"
        print(line, kind.note)


main()
