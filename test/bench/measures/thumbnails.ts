/**
 * Thumbnails through the child that opens strangers' pictures, against sharp in our own process over the same files, and
 * against ImageMagick, which the archives of today start for each.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createPictureDesk } from '../../../scraper/media/pictures/picture-desk.ts';
import type { Environment } from '../../../platform/config.ts';
import { createImageMagick } from '../contenders/imagemagick.ts';
import { createRandom } from '../corpus/random.ts';
import { timed, toMeasure, type Measure } from '../measure.ts';

const ROUNDS = 5;
const FILES = 48;
/** As boards have them: photographs, screenshots, drawings. */
const SIZES = [
  [1280, 960],
  [1920, 1080],
  [800, 600],
  [500, 700],
] as const;

export async function measureThumbnails(env: Environment, say: (line: string) => void): Promise<readonly Measure[]> {
  const imageMagick = await createImageMagick(env, say);
  if (typeof imageMagick === 'string') say(`without ImageMagick: ${imageMagick}`);
  const dir = await mkdtemp(join(tmpdir(), 'sagasu-thumbnails-'));
  const desk = createPictureDesk();
  const into = join(dir, 'thumb');
  const viaChild = async (path: string) => {
    await desk.ask({ kind: 'thumbnail', path, into });
  };
  const raw = async (path: string) => {
    await sharp(path).resize(250, 250, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 80 }).toFile(into);
  };
  const contenders: [name: string, goal: number, make: (path: string) => Promise<void>][] = [
    ['sharp in the same process', 0.9, raw],
  ];
  if (typeof imageMagick !== 'string') {
    contenders.push(['ImageMagick, a process each', 6, async (path) => imageMagick.thumbnail(path, into)]);
  }
  try {
    const files = await makeFiles(dir);
    for (const path of files.slice(0, 8)) for (const make of [viaChild, raw]) await make(path);
    const rounds = contenders.map((): [number, number][] => []);
    for (let round = 0; round < ROUNDS; round++) {
      let ours = 0;
      const theirs = contenders.map(() => 0);
      // In turn, file by file: a slow moment of the machine meets all.
      for (const path of files) {
        ours += await timed(() => viaChild(path));
        for (const [at, [, , make]] of contenders.entries()) {
          theirs[at] = (theirs[at] ?? 0) + (await timed(() => make(path)));
        }
      }
      for (const [at, took] of theirs.entries()) rounds[at]?.push([(FILES * 1000) / ours, (FILES * 1000) / took]);
    }
    return contenders.map(([against, ratio], at) =>
      toMeasure('thumbnails', rounds[at] ?? [], { at: 'least', ratio }, 'thumbnails/s', against),
    );
  } finally {
    desk.close();
    await rm(dir, { recursive: true, force: true });
  }
}

async function makeFiles(dir: string): Promise<string[]> {
  const random = createRandom(7);
  const paths: string[] = [];
  for (let at = 0; at < FILES; at++) {
    const [width, height] = SIZES[at % SIZES.length] ?? [640, 480];
    const small = Buffer.from(Array.from({ length: 64 * 48 * 3 }, () => Math.floor(random() * 256)));
    const picture = sharp(small, { raw: { width: 64, height: 48, channels: 3 } }).resize(width, height, {
      fit: 'fill',
    });
    const path = join(dir, String(at));
    await writeFile(path, await (at % 3 === 0 ? picture.png() : picture.jpeg({ quality: 90 })).toBuffer());
    paths.push(path);
  }
  return paths;
}
