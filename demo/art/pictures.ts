import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { createRandom, type Random } from '../random.ts';
import type { Theme } from '../themes/theme.ts';
import { drawingReplay, drawingSvg, makeDrawing } from './drawing.ts';
import { pdfPage } from './pdf.ts';
import { drawScene, MOVING_SCENES, type Scene } from './scenes.ts';
import { webmFilm } from './webm.ts';

/** A file that posters of the demo upload; many files are uploaded more than once. */
export interface Picture {
  readonly id: string;
  readonly ext: string;
  /** Pixels; 1 × 1 for a document, as on 4chan. */
  readonly w: number;
  readonly h: number;
  /** Pixels; gives the proportions of its thumbnail. */
  readonly shape: { readonly w: number; readonly h: number };
  /** Base64. */
  readonly md5: string;
  /** Bytes. */
  readonly fsize: number;
  /** Thumbnails are drawn from it. */
  readonly svg: string;
  /** Whether the board stores the recording of the drawing. */
  readonly isRecorded?: boolean | undefined;
}

export interface Pictures {
  readonly all: readonly Picture[];
  /** The files that are posted on a board. */
  ofBoard(board: string): readonly Picture[];
  get(id: string): Picture | undefined;
  byMd5(md5: string): DrawnPicture | undefined;
}

const EXTENSIONS = ['.jpg', '.png', '.jpg', '.gif', '.jpg', '.webm', '.png', '.jpg', '.pdf', '.png'] as const;
const SHAPES = [
  [800, 534],
  [640, 480],
  [480, 640],
  [640, 640],
  [480, 270],
  [960, 400],
] as const;
const FRAMES = 6;
const FRAME_MS = 160;
const MOVING_SHAPE = [240, 180] as const;

interface DrawnPicture extends Picture {
  readonly bytes: Buffer;
  /** The recording of a drawing. */
  readonly replay: Buffer | null;
}

const DRAWINGS = 4;

/** Ten files per board, and drawings for boards of drawings, drawn once. They are stored in `dir` (null: memory only), so that a change of the drawing code keeps their bytes. */
export async function openPictures(themes: readonly Theme[], dir: string | null): Promise<Pictures> {
  const kept = dir === null ? null : await readKept(dir);
  const drawn =
    kept ??
    (await Promise.all(
      themes.flatMap((theme) => [
        ...EXTENSIONS.map((_, index) => drawPicture(theme, index)),
        ...Array.from({ length: theme.board.oekaki === 1 ? DRAWINGS : 0 }, (_, index) => drawDrawing(theme, index)),
      ]),
    ));
  if (dir !== null && kept === null) await keep(dir, drawn);
  const byMd5 = new Map(drawn.map((picture) => [picture.md5, picture]));
  const byId = new Map(drawn.map((picture) => [picture.id, picture]));
  return {
    all: drawn,
    ofBoard: (board) => drawn.filter((picture) => picture.id.startsWith(`${board}-`)),
    get: (id) => byId.get(id),
    byMd5: (md5) => byMd5.get(md5),
  };
}

/** A JPEG of the given size in pixels. */
export async function drawThumbnail(svg: string, w: number, h: number): Promise<Buffer> {
  return sharp(Buffer.from(svg)).resize(w, h, { fit: 'fill' }).jpeg({ quality: 75 }).toBuffer();
}

async function drawPicture(theme: Theme, index: number): Promise<DrawnPicture> {
  const id = `${theme.board.board}-${String(index + 1).padStart(2, '0')}`;
  const random = createRandom(`picture/${id}`);
  const ext = EXTENSIONS[index] ?? '.jpg';
  const moving = ext === '.gif' || ext === '.webm';
  const scenes = moving ? theme.scenes.filter((one) => MOVING_SCENES.has(one)) : theme.scenes;
  const scene = scenes[index % scenes.length] ?? 'waves';
  const [w, h] = moving ? MOVING_SHAPE : random.pick(SHAPES);
  const svg = drawScene(scene, id, w, h, theme.banner);
  const bytes = await drawBytes(ext, { scene, id, w, h, svg, theme, random });
  const size = ext === '.pdf' ? { w: 1, h: 1 } : { w, h };
  return { id, ext, ...size, shape: { w, h }, ...factsOf(bytes), svg, bytes, replay: null };
}

async function drawDrawing(theme: Theme, index: number): Promise<DrawnPicture> {
  const id = `${theme.board.board}-drawing-${index + 1}`;
  const random = createRandom(`drawing/${id}`);
  const drawing = makeDrawing(index, random);
  const { w, h } = drawing;
  const svg = drawingSvg(drawing);
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  const replay = drawingReplay(drawing, random);
  return { id, ext: '.png', w, h, shape: { w, h }, ...factsOf(bytes), svg, bytes, isRecorded: true, replay };
}

function factsOf(bytes: Buffer): Pick<Picture, 'md5' | 'fsize'> {
  return { md5: createHash('md5').update(bytes).digest('base64'), fsize: bytes.length };
}

interface Plan {
  readonly scene: Scene;
  readonly id: string;
  readonly w: number;
  readonly h: number;
  readonly svg: string;
  readonly theme: Theme;
  readonly random: Random;
}

async function drawBytes(ext: string, { scene, id, w, h, svg, theme, random }: Plan): Promise<Buffer> {
  const frames = () =>
    Array.from({ length: FRAMES }, (_, i) => Buffer.from(drawScene(scene, id, w, h, theme.banner, i / FRAMES)));
  switch (ext) {
    case '.png':
      return sharp(Buffer.from(svg)).png().toBuffer();
    case '.gif':
      return sharp(frames(), { join: { animated: true } })
        .gif({
          effort: 1,
          colours: 16,
          dither: 0,
          interPaletteMaxError: 256,
          delay: Array.from({ length: FRAMES }, () => FRAME_MS),
          loop: 0,
        })
        .toBuffer();
    case '.webm':
      return webmFilm(
        await Promise.all(frames().map((frame) => sharp(frame).flatten().webp({ quality: 60 }).toBuffer())),
        w,
        h,
        FRAME_MS,
      );
    case '.pdf':
      return pdfPage([
        `${theme.banner} - demo sheet`,
        '',
        `No. ${random.integer(100, 999)}`,
        'Made for the demo. Nothing to fill in.',
      ]);
    default:
      return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
  }
}

const INDEX = 'pictures.json';

/** null if the folder has no complete set; the pictures are then drawn again. */
async function readKept(dir: string): Promise<DrawnPicture[] | null> {
  try {
    const pictures = JSON.parse(await readFile(path.join(dir, INDEX), 'utf8')) as Picture[];
    return await Promise.all(
      pictures.map(async (picture) => ({
        ...picture,
        bytes: await readFile(path.join(dir, picture.id + picture.ext)),
        replay: picture.isRecorded === true ? await readFile(path.join(dir, `${picture.id}.tgkr`)) : null,
      })),
    );
  } catch {
    return null;
  }
}

/** Writes the index last and atomically; a folder without it is ignored. */
async function keep(dir: string, drawn: readonly DrawnPicture[]): Promise<void> {
  await mkdir(dir, { recursive: true });
  const files = drawn.flatMap(({ id, ext, bytes, replay }) => [
    [id + ext, bytes] as const,
    ...(replay === null ? [] : [[`${id}.tgkr`, replay] as const]),
  ]);
  await Promise.all(files.map(async ([name, bytes]) => writeFile(path.join(dir, name), bytes)));
  const index = drawn.map((picture) => ({ ...picture, bytes: undefined, replay: undefined }));
  await writeFile(path.join(dir, `${INDEX}.new`), JSON.stringify(index));
  await rename(path.join(dir, `${INDEX}.new`), path.join(dir, INDEX));
}
