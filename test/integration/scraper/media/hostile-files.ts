/** Generated files that attack their decoder. None is larger than a few megabytes. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export interface HostileFile {
  readonly name: string;
  readonly bytes: Buffer;
}

function chunk(type: string, data: Buffer, checksum?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(checksum ?? crc32(body));
  return Buffer.concat([length, body, sum]);
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

interface PngShape {
  readonly colour?: 0 | 2 | 6;
  readonly depth?: 8 | 16;
  readonly interlaced?: boolean;
}

const CHANNELS = { 0: 1, 2: 3, 6: 4 } as const;

function header(width: number, height: number, { colour = 0, depth = 8, interlaced = false }: PngShape = {}): Buffer {
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(width, 0);
  ihdr.writeUInt32BE(height, 4);
  ihdr.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8);
  return chunk('IHDR', ihdr);
}

/** A PNG of `rows` black rows; its stream expands a thousandfold. */
function png(width: number, height: number, shape: PngShape = {}, rows = height, more: readonly Buffer[] = []): Buffer {
  const { colour = 0, depth = 8 } = shape;
  const row = 1 + width * CHANNELS[colour] * (depth / 8);
  // Black pixels and the filter type are 0. Interlaced rows are shorter, and at most twice as many.
  const packed = deflateSync(Buffer.alloc(row * Math.min(rows, Math.ceil(80_000_000 / row))), { level: 9 });
  return Buffer.concat([
    PNG,
    header(width, height, shape),
    ...more,
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF with frames of one pixel on a canvas of the given size. */
function gif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.alloc(13);
  screen.write('GIF89a', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  screen[10] = 0x80;
  const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
  const frame = Buffer.from('21f90401000000002c00000000010001000002024401003b'.slice(0, -2), 'hex');
  return Buffer.concat([screen, palette, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** A picture whose size fields are overwritten. */
function jpegSaying(bytes: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = 2; at < copy.length - 9;) {
    const marker = copy[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2) {
      copy.writeUInt16BE(height, at + 5);
      copy.writeUInt16BE(width, at + 7);
      return copy;
    }
    at += 2 + copy.readUInt16BE(at + 2);
  }
  throw new Error('no frame in this JPEG');
}

/** APP1 and APP2 segments full of zeros. */
function jpegWithJunk(bytes: Buffer, marker: number, segments: number, title: string): Buffer {
  const data = Buffer.alloc(65_533, 0x41);
  data.write(title, 'latin1');
  const segment = Buffer.concat([Buffer.from([0xff, marker, 0xff, 0xff]), data]);
  return Buffer.concat([bytes.subarray(0, 2), ...Array.from({ length: segments }, () => segment), bytes.subarray(2)]);
}

const SVG_FILE =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">';

export async function hostileFiles(): Promise<HostileFile[]> {
  const grey = { width: 600, height: 400, channels: 3 as const, background: '#567' };
  const noise = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, at) => (at * 2_654_435_761) >>> 24));
  const plain = () => sharp(noise, { raw: { width: 300, height: 200, channels: 3 } });
  const [jpeg, progressive, smallPng, webp, animation] = await Promise.all([
    plain().jpeg().toBuffer(),
    plain().jpeg({ progressive: true }).toBuffer(),
    plain().png().toBuffer(),
    plain().webp().toBuffer(),
    sharp({ create: { ...grey, height: 8_000, width: 50 } })
      .gif()
      .toBuffer(),
  ]);
  const many = (type: string, count: number) => Array.from({ length: count }, () => chunk(type, Buffer.from('k\0v')));
  const zipped = deflateSync(Buffer.alloc(64_000_000), { level: 9 });
  const files: Record<string, Buffer> = {
    'png of 16384 × 16384': png(16_384, 16_384),
    'png of 16384 × 16384, interlaced': png(16_384, 16_384, { interlaced: true }),
    'png of 65535 × 65535': png(65_535, 65_535),
    'png of 2147483647 × 2147483647': png(2_147_483_647, 2_147_483_647, {}, 0),
    'png of 1 × 2000000000': png(1, 2_000_000_000, {}, 1_000_000),
    'png of 2000000000 × 1': png(2_000_000_000, 1, {}, 0),
    'png of 0 × 0': png(0, 0, {}, 0),
    'png of 7000 × 7000 colours': png(7_000, 7_000, { colour: 6 }),
    'png of 7000 × 7000 colours, 16 bits': png(7_000, 7_000, { colour: 6, depth: 16 }),
    'png of 4400 × 4400 colours, interlaced': png(4_400, 4_400, { colour: 6, interlaced: true }),
    'png of 3000 × 3000 colours of 16 bits, interlaced': png(3_000, 3_000, { colour: 6, depth: 16, interlaced: true }),
    'png of 50000 × 1000': png(50_000, 1_000, { colour: 2 }),
    'png of 1000 × 50000': png(1_000, 50_000, { colour: 2 }),
    'png that ends after its header': PNG,
    'png that ends in its data': smallPng.subarray(0, smallPng.length / 2),
    'png with a wrong checksum': Buffer.concat([PNG, chunk('IHDR', Buffer.alloc(13, 1), 0), smallPng.subarray(33)]),
    'png with a chunk of 2 GiB that is not there': Buffer.concat([
      smallPng.subarray(0, 33),
      Buffer.from('7fffffff', 'hex'),
      smallPng.subarray(37),
    ]),
    'png with 20000 comments': png(64, 64, {}, 64, many('tEXt', 20_000)),
    'png with a profile of 64 MB, packed': png(64, 64, {}, 64, [
      chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), zipped])),
    ]),
    'png with a comment of 64 MB, packed': png(64, 64, {}, 64, [
      chunk('zTXt', Buffer.concat([Buffer.from('p\0\0'), zipped])),
    ]),
    'png with 5000 profiles': png(64, 64, {}, 64, many('iCCP', 5_000)),
    'png with a page behind it': Buffer.concat([smallPng, Buffer.from('<html><script>alert(1)</script>')]),
    'png with an archive behind it': Buffer.concat([smallPng, Buffer.from('PK\x03\x04'), Buffer.alloc(100_000, 0x50)]),
    'jpeg that says 65500 × 65500': jpegSaying(jpeg, 65_500, 65_500),
    'jpeg that says 7000 × 7000': jpegSaying(jpeg, 7_000, 7_000),
    'jpeg, progressive, that says 65500 × 65500': jpegSaying(progressive, 65_500, 65_500),
    'jpeg, progressive, that says 4400 × 4400': jpegSaying(progressive, 4_400, 4_400),
    'jpeg that says 0 × 0': jpegSaying(jpeg, 0, 0),
    'jpeg that is cut': jpeg.subarray(0, jpeg.length / 2),
    'jpeg with 100 EXIF segments': jpegWithJunk(jpeg, 0xe1, 100, 'Exif\0\0'),
    'jpeg with 255 pieces of a profile': jpegWithJunk(jpeg, 0xe2, 255, 'ICC_PROFILE\0\x01\xff'),
    'jpeg of markers alone': Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(3_000_000, 0xff)]),
    'gif of 10000 frames': gif(64, 64, 10_000),
    'gif of 10000 frames on 65535 × 65535': gif(65_535, 65_535, 10_000),
    'gif of 4400 × 4400': gif(4_400, 4_400, 1),
    'gif of 5000 × 5000 with 2000 frames': gif(5_000, 5_000, 2_000),
    'gif without an end': gif(64, 64, 3).subarray(0, -1),
    'gif that is a long strip': animation,
    'gif that is a script': Buffer.from('GIF89a/*\0\0\0\0\0*/=1;alert(1)//'),
    'webp of 16383 × 16383': webpSaying(16_383, 16_383),
    'webp that is cut': webp.subarray(0, webp.length / 2),
    'webp that says 4 GiB': Buffer.concat([Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1'), webp.subarray(16)]),
    'webp of 4400 × 4400': await sharp({ create: { ...grey, width: 4_400, height: 4_400 } })
      .webp({ effort: 0 })
      .toBuffer(),
    'svg that reads a file': Buffer.from(
      `${SVG_FILE}<image xlink:href="file:///etc/passwd" width="9" height="9"/></svg>`,
    ),
    'svg of a billion laughs': Buffer.from(
      `<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${SVG_FILE}<text>&b;&b;&b;</text></svg>`,
    ),
    'svg called a picture': Buffer.from(`${SVG_FILE}<script>alert(1)</script></svg>`),
    'pdf called a picture': Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
    'tiff called a picture': await plain().tiff().toBuffer(),
    'a text': Buffer.from('nothing to see here'),
    'one byte': Buffer.from('x'),
  };
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
}

/** Only the extended header, with a canvas of the given size. */
function webpSaying(width: number, height: number): Buffer {
  const data = Buffer.alloc(10);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  const vp8x = Buffer.concat([Buffer.from('VP8X\x0a\0\0\0', 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(vp8x.length + 4);
  return Buffer.concat([Buffer.from('RIFF'), size, Buffer.from('WEBP'), vp8x]);
}
