"""Writes images of every kind that the archive hashes, and prints the hash that Pillow gives each: one JSON object a line.

Usage: pillow-files.py FOLDER
The hash is seed-defined: sha3_256(Image.open(file).convert('RGBA').tobytes()).
"""

import hashlib
import io
import json
import os
import random
import struct
import sys
import zlib

from PIL import Image, ImageCms

FOLDER = sys.argv[1]
WIDTH, HEIGHT = 61, 43
dice = random.Random(20)
written = []


def keep(name, data):
    with open(os.path.join(FOLDER, name), "wb") as file:
        file.write(data)
    written.append(name)


def encoded(image, form, **options):
    target = io.BytesIO()
    image.save(target, form, **options)
    return target.getvalue()


def noise(mode, size=(WIDTH, HEIGHT)):
    bands = len(Image.new(mode, (1, 1)).tobytes())
    return Image.frombytes(mode, size, dice.randbytes(size[0] * size[1] * bands))


def scene(mode="RGB", size=(WIDTH, HEIGHT)):
    """Smooth enough that chroma is subsampled as in photographs."""
    return noise("RGB", (9, 7)).resize(size, Image.Resampling.BICUBIC).convert(mode)


# PNG, written by hand: every colour type and depth, with and without a transparent colour.


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def packed(samples, depth):
    if depth == 16:
        return b"".join(struct.pack(">H", sample) for sample in samples)
    bits, out, count = 0, bytearray(), 0
    for sample in samples:
        bits, count = bits << depth | sample, count + depth
        if count == 8:
            out.append(bits)
            bits, count = 0, 0
    if count:
        out.append(bits << (8 - count))
    return bytes(out)


def filtered(rows, step, vary):
    """Each row with one of the five filters in turn."""
    out, above = bytearray(), b""
    for number, row in enumerate(rows):
        kind = number % 5 if vary else 0
        above = above or bytes(len(row))
        out.append(kind)
        for at, value in enumerate(row):
            left = row[at - step] if at >= step else 0
            corner = above[at - step] if at >= step else 0
            up = above[at]
            near = left + up - corner
            paeth = min((left, up, corner), key=lambda one: abs(near - one))
            out.append((value - (0, left, up, (left + up) // 2, paeth)[kind]) & 255)
        above = row
    return bytes(out)


def png(colour, depth, trns=None, palette=None, interlaced=False, highest=None, before=(), after=(), size=(WIDTH, HEIGHT)):
    width, height = size
    channels = CHANNELS[colour]
    top = highest if highest is not None else (1 << depth) - 1
    pixels = [[dice.randint(0, top) for _ in range(width * channels)] for _ in range(height)]
    # The transparent colour occurs.
    if trns is not None and colour in (0, 2):
        for row in pixels[::3]:
            row[channels * 5 : channels * 6] = list(trns)
            row[channels * 7 : channels * 8] = [sample & 255 for sample in trns] if depth == 16 else list(trns)
    step = max(1, channels * depth // 8)
    if interlaced:
        data = b""
        for x0, y0, dx, dy in PASSES:
            rows = []
            for y in range(y0, height, dy):
                row = []
                for x in range(x0, width, dx):
                    row += pixels[y][x * channels : (x + 1) * channels]
                if row:
                    rows.append(packed(row, depth))
            data += filtered(rows, step, True)
    else:
        data = filtered([packed(row, depth) for row in pixels], step, True)
    chunks = [chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced)))]
    chunks += [chunk(*one) for one in before]
    if palette is not None:
        chunks.append(chunk(b"PLTE", palette))
    if trns is not None:
        whole = bytes(trns) if colour == 3 else struct.pack(f">{len(trns)}H", *trns)
        chunks.append(chunk(b"tRNS", whole))
    packed_data = zlib.compress(data)
    half = len(packed_data) // 2
    chunks += [chunk(b"IDAT", packed_data[:half]), chunk(b"IDAT", packed_data[half:])]
    chunks += [chunk(*one) for one in after]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + chunk(b"IEND", b"")


COLOURS = dice.randbytes(768)

for depth in (1, 2, 4, 8, 16):
    some = (1 << depth) // 3
    keep(f"grey-{depth}.png", png(0, depth))
    keep(f"grey-{depth}-interlaced.png", png(0, depth, interlaced=True))
    keep(f"grey-{depth}-transparent.png", png(0, depth, trns=[some]))
    keep(f"grey-{depth}-transparent-interlaced.png", png(0, depth, trns=[some], interlaced=True))
keep("grey-1-transparent-white.png", png(0, 1, trns=[1]))
keep("grey-2-transparent-white.png", png(0, 2, trns=[3]))
keep("grey-4-transparent-scaled.png", png(0, 4, trns=[0]))
keep("grey-16-dark.png", png(0, 16, highest=300))
keep("grey-16-transparent-dark.png", png(0, 16, trns=[200], highest=300))
for depth in (8, 16):
    keep(f"rgb-{depth}.png", png(2, depth))
    keep(f"rgb-{depth}-transparent.png", png(2, depth, trns=[17, 99, 250]))
    keep(f"rgb-{depth}-interlaced.png", png(2, depth, interlaced=True))
    keep(f"grey-alpha-{depth}.png", png(4, depth))
    keep(f"grey-alpha-{depth}-interlaced.png", png(4, depth, interlaced=True))
    keep(f"rgba-{depth}.png", png(6, depth))
    keep(f"rgba-{depth}-interlaced.png", png(6, depth, interlaced=True))
keep("rgb-16-transparent-high.png", png(2, 16, trns=[0x1234, 0x5678, 0x9ABC]))
for depth in (1, 2, 4, 8):
    count = 1 << depth
    keep(f"palette-{depth}.png", png(3, depth, palette=COLOURS[: 3 * count]))
    keep(f"palette-{depth}-alphas.png", png(3, depth, palette=COLOURS[: 3 * count], trns=dice.randbytes(max(1, count // 2))))
    keep(f"palette-{depth}-one.png", png(3, depth, palette=COLOURS[: 3 * count], trns=b"\xff" * (count - 1) + b"\0"))
keep("palette-interlaced.png", png(3, 8, palette=COLOURS, trns=dice.randbytes(256), interlaced=True))
keep("palette-short.png", png(3, 8, palette=COLOURS[:300], highest=99))
keep("gamma.png", png(2, 8, before=[(b"gAMA", struct.pack(">I", 30000)), (b"cHRM", struct.pack(">8I", *[30000] * 8))]))
keep("background.png", png(6, 8, before=[(b"bKGD", struct.pack(">3H", 9, 9, 9))]))
keep("significant-bits.png", png(2, 8, before=[(b"sBIT", b"\5\6\5")]))
keep("one-pixel.png", png(6, 8, size=(1, 1)))

srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
wide = bytearray(srgb)
at = wide.find(b"rXYZ", 128)
offset = struct.unpack(">I", wide[at + 4 : at + 8])[0]
wide[offset + 8 : offset + 20] = struct.pack(">3i", 50000, 20000, 1000)
keep("profile.png", encoded(noise("RGB"), "PNG", icc_profile=bytes(wide)))
keep("profile-alpha.png", encoded(noise("RGBA"), "PNG", icc_profile=bytes(wide)))
keep("profile.jpg", encoded(scene(), "JPEG", icc_profile=bytes(wide)))
keep("profile.webp", encoded(scene(), "WEBP", icc_profile=bytes(wide)))

# Animated PNG: the first picture, with and without one that only old readers show.
frames = [noise("RGBA") for _ in range(3)]
keep("animated.png", encoded(frames[0], "PNG", save_all=True, append_images=frames[1:], duration=50))
keep("animated-default.png", encoded(frames[0], "PNG", save_all=True, append_images=frames[1:], duration=50, default_image=True))
keep("animated-blend.png", encoded(frames[0], "PNG", save_all=True, append_images=frames[1:], blend=1, disposal=2))

# JPEG.
for name, sampling in (("444", 0), ("422", 1), ("420", 2)):
    keep(f"jpeg-{name}.jpg", encoded(scene(), "JPEG", quality=80, subsampling=sampling))
    keep(f"jpeg-{name}-progressive.jpg", encoded(scene(), "JPEG", quality=60, subsampling=sampling, progressive=True))
keep("jpeg-noise.jpg", encoded(noise("RGB"), "JPEG", quality=90))
keep("jpeg-low.jpg", encoded(scene(), "JPEG", quality=5))
keep("jpeg-odd.jpg", encoded(scene("RGB", (17, 9)), "JPEG"))
keep("jpeg-thin.jpg", encoded(scene("RGB", (1, 40)), "JPEG"))
keep("jpeg-flat.jpg", encoded(scene("RGB", (40, 1)), "JPEG"))
keep("jpeg-large.jpg", encoded(scene("RGB", (640, 479)), "JPEG", quality=75))
keep("jpeg-grey.jpg", encoded(scene("L"), "JPEG"))
keep("jpeg-grey-progressive.jpg", encoded(scene("L"), "JPEG", progressive=True))
keep("jpeg-restarts.jpg", encoded(scene("RGB", (200, 100)), "JPEG", restart_marker_rows=1))
keep("jpeg-rgb.jpg", encoded(scene(), "JPEG", keep_rgb=True))
exif = Image.Exif()
for turn in (3, 6, 8, 5):
    exif[0x0112] = turn
    keep(f"jpeg-turned-{turn}.jpg", encoded(scene(), "JPEG", exif=exif))
exif[0x0112] = 6
keep("turned.png", encoded(noise("RGB"), "PNG", exif=exif))
keep("turned.webp", encoded(scene(), "WEBP", exif=exif))


def segments(data):
    """(marker, start, end) up to the scan."""
    at = 2
    while True:
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])[0]
        yield marker, at, at + 2 + length
        if marker == 0xDA:
            return
        at += 2 + length


def with_adobe(data, transform):
    """The same scan under another Adobe marker; None removes it."""
    out = data[:2]
    if transform is not None:
        out += b"\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00" + bytes([transform])
    for marker, start, end in segments(data):
        if marker not in (0xEE, 0xE0):
            out += data[start:end]
        if marker == 0xDA:
            return out + data[end:]


cmyk = encoded(scene("CMYK"), "JPEG", quality=85)
black = Image.merge("CMYK", [scene("L") for _ in range(4)])
full = encoded(black, "JPEG", quality=85)
keep("jpeg-cmyk.jpg", cmyk)
keep("jpeg-cmyk-black.jpg", full)
keep("jpeg-cmyk-adobe-0.jpg", with_adobe(full, 0))
keep("jpeg-cmyk-plain.jpg", with_adobe(full, None))
keep("jpeg-ycck.jpg", with_adobe(full, 2))
keep("jpeg-cmyk-progressive.jpg", encoded(black, "JPEG", progressive=True))
keep("jpeg-cmyk-profile.jpg", encoded(black, "JPEG", icc_profile=bytes(wide)))
rgb = encoded(scene(), "JPEG", subsampling=0)
keep("jpeg-adobe-rgb.jpg", with_adobe(rgb, 0))
keep("jpeg-adobe-ycc.jpg", with_adobe(rgb, 1))
keep("jpeg-no-marker.jpg", with_adobe(rgb, None))

# WebP.
keep("lossy.webp", encoded(scene(), "WEBP", quality=70))
keep("lossless.webp", encoded(noise("RGB"), "WEBP", lossless=True))
keep("lossy-alpha.webp", encoded(scene("RGBA"), "WEBP", quality=50))
alphas = scene("RGBA", (90, 70))
alphas.putalpha(noise("L", (90, 70)))
keep("lossy-alphas.webp", encoded(alphas, "WEBP", quality=50))
keep("lossless-alphas.webp", encoded(noise("RGBA"), "WEBP", lossless=True, exact=True))
keep("animated.webp", encoded(noise("RGB"), "WEBP", save_all=True, append_images=[noise("RGB")], lossless=True))
see_through = [noise("RGBA") for _ in range(3)]
keep("animated-alpha.webp", encoded(see_through[0], "WEBP", save_all=True, append_images=see_through[1:], lossless=True, exact=True))
small = Image.new("RGBA", (80, 60), (0, 0, 0, 0))
small.paste(noise("RGBA", (20, 16)), (30, 22))
keep("animated-small.webp", encoded(small, "WEBP", save_all=True, append_images=[noise("RGBA", (80, 60))], minimize_size=True, background=(9, 99, 200, 120)))

# GIF, written by hand.


def lzw(indices, bits):
    """Codes of one width each: clear codes keep the table small."""
    clear, size = 1 << bits, bits + 1
    codes = []
    for at, index in enumerate(indices):
        if at % ((1 << bits) - 2) == 0:
            codes.append(clear)
        codes.append(index)
    codes.append(clear + 1)
    value, count, out = 0, 0, bytearray()
    for code in codes:
        value |= code << count
        count += size
        while count >= 8:
            out.append(value & 255)
            value, count = value >> 8, count - 8
    if count:
        out.append(value & 255)
    blocks = bytearray([bits])
    for at in range(0, len(out), 255):
        part = out[at : at + 255]
        blocks.append(len(part))
        blocks += part
    return bytes(blocks) + b"\0"


def palette_flags(palette):
    return 0 if palette is None else 0x80 | (len(palette) // 3).bit_length() - 2


def gif(screen, frames, palette=None, background=0):
    out = b"GIF89a" + struct.pack("<HHBBB", *screen, palette_flags(palette), background, 0) + (palette or b"")
    for frame in frames:
        place = frame.get("place", (0, 0))
        width, height = frame.get("size", screen)
        local, transparent = frame.get("palette"), frame.get("transparent")
        colours = local or palette or bytes(768)
        bits = frame.get("bits", max(2, (len(colours) // 3).bit_length() - 1))
        if transparent is not None or "disposal" in frame:
            flags = frame.get("disposal", 0) << 2 | (transparent is not None)
            out += b"!\xf9\x04" + struct.pack("<BHB", flags, 5, transparent or 0) + b"\0"
        rows = [[dice.randint(0, frame.get("top", len(colours) // 3 - 1)) for _ in range(width)] for _ in range(height)]
        flags = palette_flags(local) | (0x40 if frame.get("interlaced") else 0)
        if frame.get("interlaced"):
            order = [*range(0, height, 8), *range(4, height, 8), *range(2, height, 4), *range(1, height, 2)]
            rows = [rows[y] for y in order]
        out += b"," + struct.pack("<HHHHB", *place, width, height, flags) + (local or b"")
        out += lzw([index for row in rows for index in row], bits)
    return out + b";"


SCREEN = (40, 30)
FEW, MANY, OTHER = COLOURS[:48], COLOURS, dice.randbytes(768)
GREYS = bytes(value for index in range(256) for value in (index, index, index))
part = {"place": (7, 5), "size": (20, 16)}
keep("plain.gif", gif(SCREEN, [{}], MANY))
keep("few.gif", gif(SCREEN, [{}], FEW))
keep("two.gif", gif(SCREEN, [{}], FEW[:6]))
keep("transparent.gif", gif(SCREEN, [{"transparent": 3}], FEW))
keep("transparent-greys.gif", gif(SCREEN, [{"transparent": 3}], GREYS))
keep("greys.gif", gif(SCREEN, [{}], GREYS))
keep("interlaced.gif", gif(SCREEN, [{"interlaced": True}], MANY))
keep("local.gif", gif(SCREEN, [{"palette": OTHER}], MANY))
keep("local-only.gif", gif(SCREEN, [{"palette": OTHER, "transparent": 9}]))
keep("local-greys.gif", gif(SCREEN, [{"palette": GREYS}], MANY))
keep("local-greys-transparent.gif", gif(SCREEN, [{"palette": GREYS, "transparent": 7}], MANY))
keep("local-greys-few.gif", gif(SCREEN, [{"palette": GREYS[:48]}], MANY))
keep("local-greys-alone.gif", gif(SCREEN, [{"palette": GREYS, "transparent": 7}]))
keep("local-greys-both.gif", gif(SCREEN, [{"palette": GREYS[:48], "transparent": 7}], GREYS))
keep("no-palette.gif", gif(SCREEN, [{}]))
keep("part.gif", gif(SCREEN, [part], FEW, background=5))
keep("part-transparent.gif", gif(SCREEN, [{**part, "transparent": 3}], FEW, background=5))
keep("part-greys.gif", gif(SCREEN, [part], GREYS, background=5))
keep("outside.gif", gif(SCREEN, [{"place": (30, 20), "size": (25, 20)}], FEW, background=2))
keep("animated.gif", gif(SCREEN, [{"transparent": 1}, {**part, "palette": OTHER}, part], FEW))
keep("animated-disposal.gif", gif(SCREEN, [{**part, "disposal": 2, "transparent": 1}, {"disposal": 3}], FEW))
keep("index-outside.gif", gif(SCREEN, [{"top": 12, "bits": 4}], FEW[:24]))
keep("transparent-outside.gif", gif(SCREEN, [{**part, "transparent": 200}], FEW))
keep("compressed.gif", encoded(scene("RGB", (150, 110)).quantize(200), "GIF"))
keep("compressed-noise.gif", encoded(noise("L", (150, 110)), "GIF"))
keep("saved-animated.gif", encoded(scene().quantize(32), "GIF", save_all=True, append_images=[scene().quantize(32)]))

for name in written:
    with Image.open(os.path.join(FOLDER, name)) as image:
        mode = image.mode
        try:
            pixels = image.convert("RGBA")
        except Exception as problem:  # Pillow gives such a file no pixels.
            print(json.dumps({"name": name, "mode": mode, "problem": str(problem)}))
            continue
        digest = hashlib.sha3_256(pixels.tobytes()).hexdigest()
        print(json.dumps({"name": name, "mode": mode, "width": pixels.width, "height": pixels.height, "sha3": digest}))
