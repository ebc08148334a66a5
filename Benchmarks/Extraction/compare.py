#!/usr/bin/env python3
"""The colours of pictures beside ImageMagick's and Pillow's quantisers.

For each picture and number of colours: the mean ΔE2000 between the picture and itself in the colours found, each pixel
in the nearest of them by ΔE in Oklab, the same for all; and the seconds of the fastest of three runs, whose start counts
for the programs. Needs numpy, Pillow, ImageMagick's convert, and a release build.

    Benchmarks/Extraction/compare.py .build/release/regalia photo.jpg poster.png -n 8 16
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile
import time

import numpy as np
from PIL import Image


def light(encoded):
    """Linear light of sRGB from 0 to 1 (IEC 61966-2-1)."""
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def oklab(rgb):
    """Oklab of bytes: Ottosson 2020."""
    linear = light(rgb / 255)
    cones = linear @ np.array(
        [[0.4122214708, 0.2119034982, 0.0883024619], [0.5363325363, 0.6806995451, 0.2817188376],
         [0.0514459929, 0.1073969566, 0.6299787005]])
    return np.cbrt(cones) @ np.array(
        [[0.2104542553, 1.9779984951, 0.0259040371], [0.7936177850, -2.4285922050, 0.7827717662],
         [-0.0040720468, 0.4505937099, -0.8086757660]])


def lab(rgb):
    """CIE Lab relative to D65 of bytes."""
    xyz = light(rgb / 255) @ np.array(
        [[0.4123907993, 0.2126390059, 0.0193308187], [0.3575843394, 0.7151686788, 0.1191947798],
         [0.1804807884, 0.0721923154, 0.9505321522]]) / np.array([0.9504559271, 1, 1.0890577508])
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1)


def difference2000(one, other):
    """ΔE2000 of rows of Lab: Sharma, Wu and Dalal 2005."""
    (l1, a1, b1), (l2, a2, b2) = one.T, other.T
    c = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(c**7 / (c**7 + 25.0**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    grey = c1 * c2 == 0
    dh = (h2 - h1 + 180) % 360 - 180
    dh = np.where(grey, 0, dh)
    dl, dc, dH = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(dh / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = np.where(grey, h1 + h2, (h1 + h2 + np.where(np.abs(h1 - h2) > 180, 360, 0)) / 2)
    t = (1 - 0.17 * np.cos(np.radians(hm - 30)) + 0.24 * np.cos(np.radians(2 * hm))
         + 0.32 * np.cos(np.radians(3 * hm + 6)) - 0.20 * np.cos(np.radians(4 * hm - 63)))
    sl = 1 + 0.015 * (lm - 50) ** 2 / np.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = (-2 * np.sqrt(cm**7 / (cm**7 + 25.0**7))
          * np.sin(np.radians(60 * np.exp(-(((hm - 275) / 25) ** 2)))))
    return np.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dH / sh) ** 2 + rt * (dc / sc) * (dH / sh))


def error(pixels, palette):
    """Mean ΔE2000 of a picture in the nearest colours of a palette."""
    places, wanted = oklab(pixels), oklab(palette)
    nearest = np.empty(len(pixels), dtype=int)
    for start in range(0, len(pixels), 65536):
        part = places[start:start + 65536]
        nearest[start:start + 65536] = ((part[:, None] - wanted[None]) ** 2).sum(axis=2).argmin(axis=1)
    return difference2000(lab(pixels), lab(palette)[nearest]).mean()


def regalia(program, path, picture, count):
    output = subprocess.run(
        [program, "palette", "extract", path, "-n", str(count), "--json"], capture_output=True, text=True, check=True)
    colors = json.loads(output.stdout)["colors"]
    return [[int(color["hex"][place:place + 2], 16) for place in (1, 3, 5)] for color in colors]


def imagemagick(options):
    def run(program, path, picture, count):
        output = subprocess.run(
            ["convert", path, "-alpha", "off", "+dither", *options, "-colors", str(count), "-colorspace", "sRGB",
             "-unique-colors", "-depth", "8", "txt:"], capture_output=True, text=True, check=True)
        return [[int(digits[place:place + 2], 16) for place in (0, 2, 4)]
                for digits in re.findall(r"#([0-9A-Fa-f]{6})", output.stdout)]
    return run


def pillow(method):
    def run(program, path, picture, count):
        quantized = picture.quantize(colors=count, method=method, dither=Image.Dither.NONE)
        numbers = quantized.getpalette()[:3 * len(quantized.getcolors())]
        return [numbers[place:place + 3] for place in range(0, len(numbers), 3)]
    return run


WAYS = {
    "Regalia": regalia,
    "ImageMagick, sRGB": imagemagick([]),
    "ImageMagick, Lab": imagemagick(["-quantize", "Lab"]),
    "Pillow, median cut": pillow(Image.Quantize.MEDIANCUT),
    "Pillow, coverage": pillow(Image.Quantize.MAXCOVERAGE),
    "Pillow, octree": pillow(Image.Quantize.FASTOCTREE),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("pictures", nargs="+")
    parser.add_argument("-n", type=int, nargs="+", default=[8, 16])
    options = parser.parse_args()
    for path in options.pictures:
        picture = Image.open(path).convert("RGB")
        pixels = np.asarray(picture).reshape(-1, 3).astype(float)
        for count in options.n:
            print(f"{path}, {picture.width}x{picture.height}, {count} colours")
            for name, way in WAYS.items():
                seconds = []
                for _ in range(3):
                    start = time.perf_counter()
                    palette = way(options.program, path, picture, count)
                    seconds.append(time.perf_counter() - start)
                found = np.array(palette, dtype=float)
                print(f"  {name:20} {error(pixels, found):6.2f} ΔE2000  {min(seconds) * 1000:7.0f} ms  {len(found)} colours")


if __name__ == "__main__":
    sys.exit(main())
