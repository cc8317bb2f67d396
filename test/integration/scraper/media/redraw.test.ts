/** Thumbnails of photos are upright, including those for which an older version ignored the orientation tag. */
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { THUMBNAIL_RULE } from '../../../../mappings/media.ts';
import type { Board } from '../../../../mappings/board.ts';
import type { Post } from '../../../../mappings/contract/post.ts';
import { banMedia } from '../../../../scraper/media/ban.ts';
import { redrawThumbnails, type RedrawCounts } from '../../../../scraper/media/redraw.ts';
import { removeUnusedFiles } from '../../../../scraper/media/removals.ts';
import { startCommand } from '../../cli/harness.ts';
import { givenServer, type GivenServer } from '../../server/given-archive.ts';
import { useWorld } from '../../../support/world.ts';
import { createHarness, type Harness } from '../harness.ts';
import { addBoard, Upstream } from '../upstream.ts';
import { createMediaHarness, MEDIA_CONFIG, serveFile, sha256Of, type MediaHarness } from './harness.ts';

const world = useWorld();
const upstream = new Upstream();
let board: Board;
let posts: Harness;
let media: MediaHarness;
let server: GivenServer;

type Format = 'jpg' | 'webp' | 'png';
const CASES = (['jpg', 'webp', 'png'] as const).flatMap((format) =>
  Array.from({ length: 8 }, (_, at) => ({ format, orientation: at + 1 })),
);
const photos = new Map<string, Buffer>();
const nameOf = (format: Format, orientation: number) => `${format} ${orientation}`;
const photoOf = (format: Format, orientation: number): Buffer =>
  photos.get(nameOf(format, orientation)) ?? Buffer.alloc(0);

/** A photo stored as 400 × 200 pixels: red, green, blue and white, starting from the top left corner. */
async function takePhoto(format: Format, orientation: number | null): Promise<Buffer> {
  const [width, height] = [400, 200];
  const colours = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    pixels.set(colours[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] ?? [], at * 3);
  }
  const image = sharp(pixels, { raw: { width, height, channels: 3 } });
  const tagged = orientation === null ? image : image.withMetadata({ orientation });
  return tagged.toFormat(format === 'jpg' ? 'jpeg' : format, { quality: 90 }).toBuffer();
}

beforeAll(async () => {
  board = await addBoard(world(), await upstream.open());
  posts = createHarness(world(), board);
  media = await createMediaHarness(world());
  server = await givenServer(world(), { media: { ...MEDIA_CONFIG, mediaDir: media.root } });
  upstream.start(1);
  for (const [at, { format, orientation }] of CASES.entries()) {
    const photo = await takePhoto(format, orientation);
    photos.set(nameOf(format, orientation), photo);
    upstream.reply(1, 100 + at, (await serveFile(upstream, 1000 + at, photo, `.${format}`)).fields);
  }
  photos.set('plain', await takePhoto('jpg', null));
  upstream.reply(1, 200, (await serveFile(upstream, 2000, photos.get('plain') ?? Buffer.alloc(0), '.jpg')).fields);
  await posts.pass();
  await media.fetchDue([board]);
  await world().pool.query('update datastores set base = $1', [media.root]);
});

afterAll(async () => {
  await server.close();
  await media.close();
  await posts.close();
  await upstream.close();
});

interface StoredThumbnail {
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly rule: number;
  readonly type: string;
  readonly pixels: string;
}

async function thumbnailOf(photo: Buffer): Promise<StoredThumbnail> {
  const { rows } = await world().pool.query<StoredThumbnail>(
    `select encode(t.sha256, 'hex') as sha256, t.width, t.height, f.thumb_rule as rule, t.type, encode(f.pixels_sha3, 'hex') as pixels
     from images f join images t on t.id = f.thumb_id where f.sha256 = $1`,
    [Buffer.from(sha256Of(photo), 'hex')],
  );
  if (rows[0] === undefined) throw new Error('the photo has no thumbnail');
  return rows[0];
}

const largeOf = (photo: Buffer) => pathOf({ sha256: sha256Of(photo), type: 'large' });

const pathOf = ({ sha256, type }: Pick<StoredThumbnail, 'sha256' | 'type'>) =>
  join(media.root, sha256.slice(0, 2), sha256.slice(2, 4), `${sha256}.${type}`);

/** Width, height, and the colours of the four quarters. */
async function lookOf(image: Buffer): Promise<readonly string[]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const quarters = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => [x, y] as const));
  const colours = quarters.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    return [...data.subarray(at, at + 3)].map((value) => (value > 127 ? '1' : '0')).join('');
  });
  return [info.width > info.height ? 'wide' : 'high', ...colours];
}

const lookOfThumbnail = async (photo: Buffer) => lookOf(await readFile(pathOf(await thumbnailOf(photo))));

test.each(CASES)(
  'the thumbnail of a $format with the tag $orientation looks as browsers show the photo',
  async (given) => {
    const photo = photoOf(given.format, given.orientation);
    const look = await lookOf(await sharp(photo).autoOrient().png().toBuffer());
    expect(await lookOfThumbnail(photo)).toEqual(look);
    expect(await lookOf(await readFile(largeOf(photo)))).toEqual(look);
    const thumbnail = await thumbnailOf(photo);
    const { width, height, orientation } = await sharp(pathOf(thumbnail)).metadata();
    expect([width, height].toSorted((a, b) => a - b)).toEqual([125, 250]);
    expect(orientation).toBeUndefined();
    expect(thumbnail).toMatchObject({ width, height, rule: THUMBNAIL_RULE });
    // Like Pillow's convert('RGBA'), which does not turn the photo.
    const rgba = await sharp(photo).ensureAlpha().raw().toBuffer();
    expect(thumbnail.pixels).toBe(createHash('sha3-256').update(rgba).digest('hex'));
  },
);

test('the API states the size of the thumbnail that was drawn', async () => {
  const at = CASES.findIndex(({ format, orientation }) => format === 'jpg' && orientation === 6);
  const { file } = (await server.get(`/api/v1/boards/g/posts/${100 + at}`)).body as Post;
  expect(file).toMatchObject({ thumb_width: 125, thumb_height: 250, width: 320, height: 200 });
});

/** Each photo with the thumbnail of the plain one, as an older version drew it. */
async function age(): Promise<void> {
  const plain = await thumbnailOf(photos.get('plain') ?? Buffer.alloc(0));
  const old = { sha256: Buffer.from(plain.sha256, 'hex') };
  await world().pool.query(
    `update images set thumb_rule = 1, thumb_id = (select id from images where sha256 = $1) where thumb_id is not null`,
    [old.sha256],
  );
  await world().pool.query('update images set width = null, height = null where sha256 = $1', [old.sha256]);
}

async function expectUpright(): Promise<void> {
  for (const { format, orientation } of CASES) {
    const photo = photoOf(format, orientation);
    const look = await lookOf(await sharp(photo).autoOrient().png().toBuffer());
    expect(await lookOfThumbnail(photo)).toEqual(look);
    expect(await lookOf(await readFile(largeOf(photo)))).toEqual(look);
  }
}

const ALL = CASES.length + 1;

async function redrawByCommand(): Promise<readonly [code: number | null, counts: RedrawCounts]> {
  const { code, stdout } = await startCommand(world(), 'media', 'redraw').ended;
  return [code, JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as RedrawCounts];
}

test('sagasu media redraw draws older thumbnails once, upright and in both sizes', async () => {
  await age();
  for (const photo of photos.values()) await rm(largeOf(photo));
  expect(await redrawByCommand()).toEqual([0, { files: ALL, drawn: ALL, undrawable: 0, unreadable: 0 }]);
  await expectUpright();
  expect(await redrawByCommand()).toEqual([0, { files: 0, drawn: 0, undrawable: 0, unreadable: 0 }]);
});

test('an interrupted redraw resumes at its position, and leaves no unused thumbnail', async () => {
  await age();
  await world().pool.query('delete from media_removals');
  const stop = new AbortController();
  const first = await redrawThumbnails(
    media.context,
    { what: 'older' },
    {
      signal: stop.signal,
      progress: ({ files }, total) => {
        expect(total).toBe(ALL);
        if (files === 5) stop.abort();
      },
    },
  );
  expect(first.files).toBe(5);
  const second = await redrawThumbnails(
    media.context,
    { what: 'older' },
    {
      signal: new AbortController().signal,
      progress: () => undefined,
    },
  );
  expect([second.files, first.drawn + second.drawn]).toEqual([ALL - 5, ALL]);
  await expectUpright();
  while ((await removeUnusedFiles(media.context)) > 0);
  const { rows } = await world().pool.query('select sha256 from images where datastore_id is not null');
  expect((await media.files()).filter((name) => !name.endsWith('.large'))).toHaveLength(rows.length);
  await expectUpright();
});

test('with --all every thumbnail is redrawn, starting at a given file', async () => {
  const { rows } = await world().pool.query<{ id: string }>(
    'select id from images where thumb_id is not null order by id offset 2 limit 1',
  );
  const run = startCommand(world(), 'media', 'redraw', '--all', '--after', String(rows[0]?.id));
  expect(JSON.parse((await run.ended).stdout.trim().split('\n').at(-1) ?? '')).toEqual({
    files: ALL - 3,
    drawn: ALL - 3,
    undrawable: 0,
    unreadable: 0,
  });
  await expectUpright();
});

test('an unreadable file is reported, and checked again the next time', async () => {
  await age();
  const photo = photoOf('png', 8);
  await rm(pathOf({ sha256: sha256Of(photo), type: 'png' }));
  for (const files of [ALL, 1]) {
    expect(await redrawByCommand()).toMatchObject([1, { files, unreadable: 1 }]);
  }
});

async function getLarge(file: Buffer) {
  const sha256 = sha256Of(file);
  const address = `/media/thumbs/large/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}.jpg`;
  const { statusCode: status, headers, rawPayload } = await server.app.inject({ url: address });
  const { width } = status === 200 ? await sharp(rawPayload).metadata() : { width: 0 };
  return { status, type: headers['content-type'], width };
}

test('the large thumbnail is served while its file may be shown, is not larger than the file, and is deleted with it', async () => {
  const photo = await takePhoto('png', null);
  const wide = await sharp(photo).resize(1200, 600, { kernel: 'nearest' }).png().toBuffer();
  const small = await sharp(photo).resize(200, 100, { kernel: 'nearest' }).png().toBuffer();
  for (const [at, file] of [wide, small].entries())
    upstream.reply(1, 300 + at, (await serveFile(upstream, 3000 + at, file, '.png')).fields);
  await posts.pass();
  await media.fetchDue([board]);
  expect(await getLarge(wide)).toEqual({ status: 200, type: 'image/webp', width: 500 });
  expect(await getLarge(photos.get('plain') ?? Buffer.alloc(0))).toEqual({
    status: 200,
    type: 'image/webp',
    width: 400,
  });
  // A picture as small as its thumbnail has no other.
  expect(await getLarge(small)).toEqual({ status: 200, type: 'image/jpeg', width: 200 });
  const kept = async () => (await media.files()).filter((name) => name.includes(sha256Of(wide)));
  expect(await kept()).toHaveLength(2);
  await world().pool.query('update posts set hidden = true where num = 300');
  expect(await getLarge(wide)).toMatchObject({ status: 404 });
  await world().pool.query('update posts set hidden = false where num = 300');
  expect(await getLarge(wide)).toMatchObject({ status: 200 });
  await banMedia(world().pool, Buffer.from(sha256Of(wide), 'hex'), 'test', null);
  expect(await getLarge(wide)).toMatchObject({ status: 404 });
  while ((await removeUnusedFiles(media.context)) > 0);
  expect(await kept()).toEqual([]);
});
