/** `media.concurrency`: how many files of one board are fetched at the same time. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Board } from '../../../../mappings/board.ts';
import { BullQueue } from '../../../../platform/bull-queue.ts';
import { mediaQueue, relay, startMedia } from '../../../../scraper/media/media-queue.ts';
import { eventually } from '../../../support/archive.ts';
import { useWorld } from '../../../support/world.ts';
import { createHarness } from '../harness.ts';
import { addBoard, Upstream } from '../upstream.ts';
import { createMediaHarness, drawPicture, fieldsOf, type MediaHarness } from './harness.ts';

const FILES = 7;
const LIMIT = 2;
const WORKERS = 4;
const PATIENT = { headersMs: 600_000, idleMs: 600_000, totalMs: 600_000, bytesPerMs: 16 };

const world = useWorld();
const [slow, quick] = [new Upstream(), new Upstream()];
let media: MediaHarness;
let boards: readonly Board[];
/** Requests for files of the slow board, which the test answers. */
const held: (() => void)[] = [];
let mostHeld = 0;

async function serve(upstream: Upstream, name: string, first: number, answer: (send: () => void) => void) {
  upstream.start(1);
  for (let at = 0; at < FILES; at++) {
    const picture = await drawPicture(first + at, 40, 30);
    upstream.instead.set(`/${name}/${first + at}.png`, (_request, response: ServerResponse) =>
      answer(() => response.writeHead(200, { 'content-length': picture.length }).end(picture)),
    );
    upstream.reply(1, 10 + at, fieldsOf(first + at, picture));
  }
}

beforeAll(async () => {
  media = await createMediaHarness(world(), { limits: PATIENT });
  boards = [
    await addBoard(world(), await slow.open(), undefined, 'g'),
    await addBoard(world(), await quick.open(), undefined, 'ck'),
  ];
  await serve(slow, 'g', 1_000, (send) => {
    held.push(send);
    mostHeld = Math.max(mostHeld, held.length);
  });
  await serve(quick, 'ck', 2_000, (send) => send());
  for (const board of boards) {
    const posts = createHarness(world(), board);
    await posts.pass();
    await posts.close();
  }
  const { pool } = world();
  // Thumbnails of the source would count as files too.
  await pool.query(`delete from wanted_media where kind <> 'file'`);
  await pool.query(
    `update board_defaults set settings = jsonb_build_object('media', jsonb_build_object('concurrency', $1::int))`,
    [LIMIT],
  );
  await pool.query(`update boards set settings = '{"media": {"concurrency": false}}' where name = 'ck'`);
});

afterAll(async () => {
  await media?.close();
  await slow.close();
  await quick.close();
});

const wanted = async () => {
  const { rows } = await world().pool.query<{ name: string; files: number }>(
    `select name, (select count(*)::int from wanted_media where board_id = b.id) as files from boards b order by name`,
  );
  return Object.fromEntries(rows.map(({ name, files }) => [name, files]));
};

test('a board with a limit has only so many files in the queue, and boards take turns', async () => {
  const options = { redisUrl: world().redisUrl, prefix: `${world().queuePrefix}turns` };
  const queue = new BullQueue(mediaQueue, { ...options, monitor: { track: async (call) => call() } });
  onTestFinished(() => queue.close());
  expect(await relay(media.context, queue)).toBe(FILES + LIMIT);
  expect(await relay(media.context, queue)).toBe(0);
  const { rows } = await world().pool.query<{ queued: string }>(
    `select string_agg(name || ' ' || files, ', ' order by name) as queued from
       (select name, count(w.queued_at) as files from boards b join wanted_media w on w.board_id = b.id group by name) q`,
  );
  expect(rows[0]?.queued).toBe(`ck ${FILES}, g ${LIMIT}`);
  await world().pool.query('update wanted_media set queued_at = null');
});

test('a scraper fetches no more files of a board at once than its limit, and meanwhile all files of others', async () => {
  const { context } = media;
  const options = {
    redisUrl: world().redisUrl,
    prefix: world().queuePrefix,
    concurrency: WORKERS,
    handleFiles: async () => undefined,
  };
  // The harness closes these two.
  const downloader = { ...context.downloader, close: async () => undefined };
  const imageWorker = { ...context.imageWorker, close: () => undefined };
  const scraper = startMedia({ ...context, downloader, imageWorker, now: () => new Date() }, options);
  try {
    await eventually('all files of the other board are stored', async () => (await wanted())['ck'] === 0);
    await eventually('the slow board has as many requests as it may', async () => held.length === LIMIT);
    expect(await wanted()).toEqual({ ck: 0, g: FILES });
    // A row whose job seems lost is queued again, and must not be fetched beside the others.
    await world().pool.query(`update wanted_media set queued_at = queued_at - interval '10 minutes'`);
    for (let file = 0; file < FILES; file++) {
      await eventually('a file is requested', async () => held.length > 0);
      held.shift()?.();
      await eventually('it is stored', async () => ((await wanted())['g'] ?? 0) < FILES - file);
    }
    expect(mostHeld).toBe(LIMIT);
    expect(slow.asked.filter(({ path, status }) => path.endsWith('.png') && status === 200)).toHaveLength(FILES);
  } finally {
    for (const send of held) send();
    await scraper.close();
  }
});
