/** The media part of a scraper over a world, and a board whose files a test defines. The test triggers each fetch. */
import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, readdir, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import sharp from 'sharp';
import type { Board } from '../../../../mappings/board.ts';
import { Datastores } from '../../../../platform/datastore/datastores.ts';
import { createLeases } from '../../../../platform/leases.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { createHostClock } from '../../../../scraper/net/host-clock.ts';
import type { MediaContext } from '../../../../scraper/media/context.ts';
import { createDownloader, type DownloadLimits } from '../../../../scraper/media/download.ts';
import { harvestMedia } from '../../../../scraper/media/harvest-media.ts';
import { createMediaMetrics } from '../../../../scraper/media/metrics.ts';
import { createAnswerLog } from '../../../../scraper/store/source-answers.ts';
import { createImageWorker } from '../../../../scraper/media/image-worker/image-worker.ts';
import { createFolderFiles } from '../../../../platform/shared-files/folder-files.ts';
import type { World } from '../../../support/world.ts';
import { NOW, silent } from '../harness.ts';
import type { Upstream } from '../upstream.ts';
import { loginUrl } from '../../../support/logins.ts';

export interface MediaHarness {
  readonly context: MediaContext;
  readonly registry: Registry;
  /** Folder of everything that the harness stores. */
  readonly dir: string;
  /** Folder of the first datastore. */
  readonly root: string;
  /** Fetches the due files once, without those that are postponed meanwhile. */
  fetchDue(boards: readonly Board[]): Promise<number>;
  later(ms: number): void;
  /** Keys of the files in the folder, sorted. */
  files(): Promise<string[]>;
  close(): Promise<void>;
}

export interface HarnessOptions {
  readonly limits?: DownloadLimits;
}

export const MEDIA_CONFIG = { s3AccessKeyId: null, s3SecretAccessKey: null, s3Region: 'us-east-1' } as const;

export async function createMediaHarness(world: World, { limits }: HarnessOptions = {}): Promise<MediaHarness> {
  const dir = await mkdtemp(join(tmpdir(), 'sagasu-media-'));
  const root = join(dir, 'media');
  const incomingDir = join(dir, 'incoming');
  await mkdir(incomingDir);
  const pool = createPostgresPool({ url: loginUrl(world.databaseUrl, 'scraper'), maxConnections: 10 });
  const redis = createPatientRedis(world.redisUrl);
  const registry = new Registry();
  let now = NOW;
  // Reads the table of datastores each time, so that a test's changes take effect at once.
  let looks = 0;
  const context: MediaContext = {
    pool,
    clock: createHostClock({ redis, prefix: world.queuePrefix, logger: silent }),
    leases: createLeases(redis, world.queuePrefix),
    downloader: createDownloader('Test/1', () => now, limits),
    imageWorker: createImageWorker(),
    datastores: new Datastores(pool, { ...MEDIA_CONFIG, mediaDir: root }, () => (looks += 60_000)),
    metrics: createMediaMetrics(registry),
    answers: createAnswerLog(pool, silent),
    logger: silent,
    now: () => now,
    incomingDir,
    files: createFolderFiles(dir),
    foundEndings: new Map(),
    hostDelayMs: 0,
    ownOrigin: null,
  };
  return {
    context,
    registry,
    dir,
    root,
    async fetchDue(boards) {
      const { rows } = await pool.query<{ board_id: number; num: string; subnum: number }>(
        `select distinct board_id, num, subnum from wanted_media where state = 'wanted' and due_at <= $1
         order by board_id, num`,
        [now],
      );
      for (const row of rows) {
        const board = boards.find(({ id }) => id === row.board_id);
        if (board === undefined) throw new Error('a board that the test did not name wants a file');
        const job = { boardId: row.board_id, num: Number(row.num), subnum: row.subnum };
        await harvestMedia(context, board, job, new AbortController().signal);
      }
      return rows.length;
    },
    later(ms) {
      now = new Date(now.getTime() + ms);
    },
    files: () => filesIn(root),
    async close() {
      context.imageWorker.close();
      await context.downloader.close();
      await context.datastores.close();
      await pool.end();
      redis.disconnect();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export async function filesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.sagasu'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

/** A different picture for each number. */
export async function drawPicture(number: number, width = 320, height = 200): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 7 + number * 131 + (at >> 9) * number) & 255;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

export interface ServedFile {
  readonly bytes: Buffer;
  /** Fields of the API for a post with this file. */
  readonly fields: Record<string, unknown>;
}

/** Adds a file and its thumbnail to an upstream; `fields` are for the post that shows it. */
export async function serveFile(upstream: Upstream, tim: number, bytes: Buffer, ext = '.png'): Promise<ServedFile> {
  upstream.instead.set(`/g/${tim}${ext}`, send(bytes));
  upstream.instead.set(`/g/${tim}s.jpg`, send(await thumbnailOf(tim)));
  return { bytes, fields: fieldsOf(tim, bytes, ext) };
}

export function fieldsOf(tim: number, bytes: Buffer, ext = '.png'): Record<string, unknown> {
  const md5 = createHash('md5').update(bytes).digest('base64');
  return { tim, ext, filename: `file ${tim}`, md5, fsize: bytes.length, w: 320, h: 200, tn_w: 125, tn_h: 78 };
}

async function thumbnailOf(tim: number): Promise<Buffer> {
  return sharp(await drawPicture(tim, 125, 78))
    .jpeg()
    .toBuffer();
}

export function send(bytes: Buffer): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  };
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function keyOf(bytes: Uint8Array, type: string): string {
  const hex = sha256Of(bytes);
  return `${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex}.${type}`;
}
