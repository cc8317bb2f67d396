import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Board } from '../../../../mappings/board.ts';
import { BullQueue } from '../../../../platform/bull-queue.ts';
import { Datastores } from '../../../../platform/datastore/datastores.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { mediaQueue, recallPostponed, relay } from '../../../../scraper/media/media-queue.ts';
import { verifyMedia } from '../../../../scraper/media/verify-media.ts';
import { eventually } from '../../../support/archive.ts';
import { startProcess } from '../../../support/processes.ts';
import { useWorld } from '../../../support/world.ts';
import { createHarness } from '../harness.ts';
import { addBoard, Upstream } from '../upstream.ts';
import { createMediaHarness, drawPicture, fieldsOf, filesIn, MEDIA_CONFIG, send } from './harness.ts';
import { countOf } from '../../../support/full-counts.ts';

const world = useWorld();
const upstream = new Upstream();
let board: Board;
let dir: string;
const POSTS = countOf(60, 20);
const KILLS = countOf(20, 3);

/** Sends files in pieces, so that kills interrupt some downloads. */
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sagasu-kills-'));
  board = await addBoard(world(), await upstream.open());
  upstream.start(1);
  for (let at = 0; at < POSTS; at++) {
    const picture = await drawPicture(at, 200, 150);
    upstream.instead.set(`/g/${1000 + at}.png`, (_request, response) => {
      response.writeHead(200, { 'content-length': picture.length });
      response.write(picture.subarray(0, picture.length / 2));
      setTimeout(() => response.end(picture.subarray(picture.length / 2)), 400);
    });
    upstream.instead.set(`/g/${1000 + at}s.jpg`, send(await drawPicture(at, 20, 15)));
    upstream.reply(1, 100 + at, fieldsOf(1000 + at, picture));
  }
  const posts = createHarness(world(), board);
  await posts.pass();
  await posts.close();
});

afterAll(async () => {
  await upstream.close();
  await rm(dir, { recursive: true, force: true });
});

test(`${KILLS} kills during downloads leave no partial file, and every file is stored in the end`, async () => {
  const root = join(dir, 'media');
  const start = () =>
    startProcess('scraper/main.ts', world(), {
      SAGASU_DATA: dir,
      SAGASU_SCRAPER_OWN_ORIGIN: upstream.url,
      SAGASU_SCRAPER_HOST_DELAY_MS: '0',
      SAGASU_LOG_LEVEL: 'fatal',
    });
  const partialFiles = async () => readdir(join(dir, 'incoming')).catch(() => []);
  const filesLeft = async () =>
    (await world().pool.query(`select from wanted_media where state = 'wanted' limit 1`)).rowCount;
  let hitHalfWay = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const child = start();
    const ended = once(child, 'exit');
    const asked = upstream.asked.length;
    // Kills only processes that have begun to download.
    await eventually(
      'files are requested, or none is left',
      async () => upstream.asked.length >= asked + 2 || (await filesLeft()) === 0,
    );
    // The first one is sure to interrupt a download.
    if (kill === 1) await eventually('a download has begun', async () => (await partialFiles()).length > 0);
    else await sleep((kill * 37) % 400);
    child.kill('SIGKILL');
    await ended;
    hitHalfWay += (await partialFiles()).length > 0 ? 1 : 0;
    for (const key of await filesIn(root)) {
      const hash = createHash('sha256')
        .update(await readFile(join(root, key)))
        .digest('hex');
      expect(key).toContain(hash);
    }
  }
  expect(hitHalfWay).toBeGreaterThan(0);
  const last = start();
  const ended = once(last, 'exit');
  await eventually(
    'every post names its file and its thumbnail',
    async () => {
      const { rowCount } = await world().pool.query(
        'select 1 from posts where media_hash_src is not null and media_hash_thb is not null',
      );
      return rowCount === POSTS;
    },
    120_000,
  );
  last.kill('SIGTERM');
  await ended;
  const datastores = new Datastores(world().pool, { ...MEDIA_CONFIG, mediaDir: root });
  const found = await verifyMedia(world().pool, datastores, {
    repair: false,
    now: () => new Date(),
    graceMs: 0,
    onFinding: (finding, _store, key) => expect(`${finding} ${key}`).toBe('nothing'),
  });
  expect(found).toMatchObject({ damaged: 0, missing: 0, orphans: 0, parts: 0 });
});

test('downloads that Redis loses, or that were postponed before the clock was set back, are queued again from PostgreSQL', async () => {
  const media = await createMediaHarness(world());
  const posts = createHarness(world(), board);
  const redis = createPatientRedis(world().redisUrl);
  const options = {
    redisUrl: world().redisUrl,
    prefix: `${world().queuePrefix}lost`,
    monitor: { track: async <T>(call: () => Promise<T>) => call() },
  };
  const queue = new BullQueue(mediaQueue, options);
  try {
    upstream.start(5000, 0, fieldsOf(9000, await drawPicture(9000)));
    await posts.pass();
    const posted = await relay(media.context, queue);
    expect(posted).toBeGreaterThan(0);
    expect(await queue.waiting()).toBe(posted);
    expect(await relay(media.context, queue)).toBe(0);
    const keys = await redis.keys(`${options.prefix}:*`);
    await redis.del(keys);
    expect(await queue.waiting()).toBe(0);
    media.later(61_000);
    expect(await relay(media.context, queue)).toBe(posted);
    expect(await queue.waiting()).toBe(posted);
    // A clock that is set back by a day.
    media.later(-86_400_000);
    await world().pool.query(`update wanted_media set due_at = due_at + interval '1 hour' where state = 'wanted'`);
    expect(await relay(media.context, queue)).toBe(0);
    await recallPostponed(media.context);
    expect(await relay(media.context, queue)).toBe(posted);
  } finally {
    queue.close();
    redis.disconnect();
    await posts.close();
    await media.close();
  }
});
