/**
 * Builds a WebM video of key frames. A lossy WebP picture is one VP8 key frame in a RIFF container, so its frame can be put into Matroska
 * elements without a video encoder.
 */

/** @throws RangeError unless the bytes are a lossy WebP picture. */
function vp8Frame(webp: Buffer): Buffer {
  for (let at = 12; at + 8 <= webp.length;) {
    const size = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  throw new RangeError('not a lossy WebP picture');
}

function element(id: string, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeUInt32BE(0x01_00_00_00, 0);
  size.writeUInt32BE(content.length, 4);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
}

function number(id: string, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return element(id, bytes);
}

function float(id: string, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
}

const text = (id: string, value: string): Buffer => element(id, Buffer.from(value));

/** `frames`: lossy WebP pictures of one size, each shown for `frameMs` milliseconds. At most 32 s, the limit of a cluster's relative times. */
export function webmFilm(frames: readonly Buffer[], w: number, h: number, frameMs: number): Buffer {
  const header = element(
    '1a45dfa3',
    number('4286', 1),
    number('42f7', 1),
    number('42f2', 4),
    number('42f3', 8),
    text('4282', 'webm'),
    number('4287', 2),
    number('4285', 2),
  );
  const info = element(
    '1549a966',
    number('2ad7b1', 1_000_000),
    float('4489', frames.length * frameMs),
    text('4d80', 'sagasu demo'),
    text('5741', 'sagasu demo'),
  );
  const track = element(
    'ae',
    number('d7', 1),
    number('73c5', 1),
    number('83', 1),
    text('86', 'V_VP8'),
    number('23e383', frameMs * 1_000_000),
    element('e0', number('b0', w), number('ba', h)),
  );
  const blocks = frames.map((webp, index) => {
    const head = Buffer.from([0x81, 0, 0, 0x80]);
    head.writeInt16BE(index * frameMs, 1);
    return element('a3', head, vp8Frame(webp));
  });
  const cluster = element('1f43b675', number('e7', 0), ...blocks);
  return Buffer.concat([header, element('18538067', info, element('1654ae6b', track), cluster)]);
}
