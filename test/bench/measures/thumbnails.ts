/**
 * Thumbnails by the image worker, compared with sharp in this process over the same files, and with ImageMagick, which
 * existing archives start once per picture.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createImageWorker } from '../../../scraper/media/image-worker/image-worker.ts';
import type { Environment } from '../../../platform/config.ts';
import { createImageMagick } from '../contenders/imagemagick.ts';
import { createRandom } from '../corpus/random.ts';
import { timed, toMeasure, type Goal, type Measure } from '../measure.ts';

const ROUNDS = 5;
const FILES = 48;
/** Sizes as on real boards: photographs, screenshots, drawings. */
const SIZES = [
  [1280, 960],
  [1920, 1080],
  [800, 600],
  [500, 700],
] as const;

const FORMATS = ['jpeg', 'png'] as const;
type Format = (typeof FORMATS)[number];
const NAMES: Readonly<Record<Format, string>> = { jpeg: 'JPEG', png: 'PNG' };

interface Picture {
  readonly format: Format;
  readonly path: string;
}

interface Maker {
  readonly name: string;
  readonly make: (path: string) => Promise<void>;
  readonly goals: Readonly<Record<Format, Goal | null>>;
}

const atLeast = (ratio: number): Goal => ({ at: 'least', ratio });

export async function measureThumbnails(env: Environment, say: (line: string) => void): Promise<readonly Measure[]> {
  const imageMagick = await createImageMagick(env, say);
  if (typeof imageMagick === 'string') say(`without ImageMagick: ${imageMagick}`);
  const dir = await mkdtemp(join(tmpdir(), 'sagasu-thumbnails-'));
  const imageWorker = createImageWorker();
  const into = join(dir, 'thumb');
  const viaChild = async (path: string) => {
    await imageWorker.run({ kind: 'thumbnail', path, into });
  };
  const raw = async (path: string) => {
    await sharp(path).resize(250, 250, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 80 }).toFile(into);
  };
  const peers: Maker[] = [
    { name: 'sharp in the same process', make: raw, goals: { jpeg: atLeast(0.9), png: atLeast(0.9) } },
  ];
  if (typeof imageMagick !== 'string') {
    const make = async (path: string) => imageMagick.thumbnail(path, into);
    peers.push({ name: 'ImageMagick, a process each', make, goals: { jpeg: atLeast(6), png: null } });
  }
  try {
    const pictures = await makePictures(dir);
    for (const { path } of pictures.slice(0, 8)) for (const make of [viaChild, raw]) await make(path);
    return await inTurn(pictures, viaChild, peers);
  } finally {
    imageWorker.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/** Alternates by picture, so that a slow moment of the machine affects all. */
async function inTurn(
  pictures: readonly Picture[],
  ours: Maker['make'],
  peers: readonly Maker[],
): Promise<readonly Measure[]> {
  const measures = FORMATS.flatMap((format) =>
    peers.map((peer) => ({ format, peer, rounds: [] as [number, number][] })),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const took = new Map<Maker['make'], Record<Format, number>>(
      [ours, ...peers.map(({ make }) => make)].map((make) => [make, { jpeg: 0, png: 0 }]),
    );
    for (const { format, path } of pictures) {
      for (const [make, sums] of took) sums[format] += await timed(() => make(path));
    }
    for (const { format, peer, rounds } of measures) {
      const count = pictures.filter((picture) => picture.format === format).length;
      const aSecond = (make: Maker['make']) => (count * 1000) / (took.get(make)?.[format] ?? Number.NaN);
      rounds.push([aSecond(ours), aSecond(peer.make)]);
    }
  }
  return measures.map(({ format, peer, rounds }) =>
    toMeasure(`thumbnails of ${NAMES[format]}`, rounds, peer.goals[format], 'thumbnails/s', peer.name),
  );
}

async function makePictures(dir: string): Promise<Picture[]> {
  const random = createRandom(7);
  const pictures: Picture[] = [];
  for (let at = 0; at < FILES; at++) {
    const [width, height] = SIZES[at % SIZES.length] ?? [640, 480];
    const small = Buffer.from(Array.from({ length: 64 * 48 * 3 }, () => Math.floor(random() * 256)));
    const picture = sharp(small, { raw: { width: 64, height: 48, channels: 3 } }).resize(width, height, {
      fit: 'fill',
    });
    const path = join(dir, String(at));
    const format = at % 3 === 0 ? 'png' : 'jpeg';
    await writeFile(path, await (format === 'png' ? picture.png() : picture.jpeg({ quality: 90 })).toBuffer());
    pictures.push({ format, path });
  }
  return pictures;
}
