/** Thumbnails through the child that opens strangers' pictures, against sharp in our own process over the same files. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createPictureDesk } from '../../../scraper/media/pictures/picture-desk.ts';
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

export async function measureThumbnails(): Promise<Measure> {
  const dir = await mkdtemp(join(tmpdir(), 'sagasu-thumbnails-'));
  const desk = createPictureDesk();
  const into = join(dir, 'thumb');
  const viaChild = async (path: string) => {
    await desk.ask({ kind: 'thumbnail', path, into });
  };
  const raw = async (path: string) => {
    await sharp(path).resize(250, 250, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 80 }).toFile(into);
  };
  try {
    const files = await makeFiles(dir);
    for (const path of files.slice(0, 8)) {
      await viaChild(path);
      await raw(path);
    }
    const rounds: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      let [ours, theirs] = [0, 0];
      // In turn, file by file: a slow moment of the machine meets both.
      for (const path of files) {
        ours += await timed(() => viaChild(path));
        theirs += await timed(() => raw(path));
      }
      rounds.push([(FILES * 1000) / ours, (FILES * 1000) / theirs]);
    }
    return toMeasure('thumbnails', rounds, { at: 'least', ratio: 0.9 }, 'thumbnails/s', 'sharp in the same process');
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
