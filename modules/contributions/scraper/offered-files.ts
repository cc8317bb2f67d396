/**
 * Uploaded files of contributors. The scraper checks them like downloaded files and keeps them in quarantine until a moderator accepts them. Then it
 * stores them for the posts that show them.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OFFER_FOLDER, offeredFile, offeredThumbnail } from '../format/changes.ts';
import { detectMediaType, HEAD_BYTES, isDrawn, sameType } from '../../../mappings/media.ts';
import { ImageError } from '../../../scraper/media/image-worker/image-worker.ts';
import type { MediaContext } from '../../../scraper/media/context.ts';
import { ensureDatastore, storeFile } from '../../../scraper/media/store-file.ts';
import type { Downloaded } from '../../../scraper/media/download.ts';

const BATCH = 10;

/** Index: dump_offers_state. $1 states, $2 limit. */
const SELECT_OFFERS = `
select id, sha256, md5, size::float8 as size, type, state, may_take_file(sha256) as is_allowed from dump_offers
where state = any ($1::text[]) order by id limit $2`;

interface OfferRow {
  readonly id: string;
  readonly sha256: Buffer;
  readonly md5: Buffer;
  readonly size: number;
  readonly type: string;
  readonly state: 'uploaded' | 'accepted';
  readonly is_allowed: boolean;
}

/** Index: dump_offers_pkey. $1 id, $2 state, $3 new state, $4 detail, $5 now. */
const MOVE = 'update dump_offers set state = $3, detail = $4, changed_at = $5 where id = $1 and state = $2';

/** The oldest visible post that shows the file. Index: posts_media_hash_src, post_files_media_hash_src. $1 SHA-256. */
const FIND_POST = `
select board_id as "boardId", num::float8 as num, subnum, place, thread::float8 as thread, media_hash as md5, media_type as type
from files_of_posts
where media_hash_src = $1 and not hidden order by time_posted, num limit 1`;

interface ShowingPost {
  readonly boardId: number;
  readonly num: number;
  readonly subnum: number;
  readonly thread: number;
  readonly place: number;
  readonly md5: Buffer | null;
  readonly type: string | null;
}

type OfferContext = Pick<
  MediaContext,
  'pool' | 'imageWorker' | 'datastores' | 'metrics' | 'logger' | 'now' | 'incomingDir' | 'files'
>;

type Measured = Omit<Downloaded, 'kind'>;

/** Partial files of this age are abandoned: it exceeds the longest allowed upload. */
const STALE_MS = 3_600_000;

/** Index: dump_offers_sha256_key. $1 SHA-256 sums. */
const SELECT_STATES = `
select encode(sha256, 'hex') as sha256, state from dump_offers where sha256 = any ($1::bytea[])`;

/** Returns how many files were checked or stored. */
export async function handleOfferedFiles(context: OfferContext): Promise<number> {
  await clear(context);
  const { rows } = await context.pool.query<OfferRow>(SELECT_OFFERS, [['uploaded', 'accepted'], BATCH]);
  for (const offer of rows) await (offer.state === 'uploaded' ? check(context, offer) : store(context, offer));
  return rows.length;
}

async function check(context: OfferContext, offer: OfferRow): Promise<void> {
  const fault = await findFault(context, offer);
  if (fault === null) await move(context, offer, 'quarantined', null);
  else await refuse(context, offer, fault);
}

async function findFault(context: OfferContext, offer: OfferRow): Promise<string | null> {
  if (!offer.is_allowed) return 'posts of the file were hidden, deleted or banned, or it is here';
  const path = await fetchOffer(context, offer);
  if (path === null) return 'the file is not where servers and scrapers share files';
  try {
    return await findFaultOf(context, offer, path);
  } finally {
    await rm(path, { force: true });
  }
}

async function findFaultOf(context: OfferContext, offer: OfferRow, path: string): Promise<string | null> {
  const file = await measure(path);
  if (file.size !== offer.size) return `the file has ${file.size} bytes`;
  if (!file.md5.equals(offer.md5)) return `the file's MD5 is ${file.md5.toString('hex')}`;
  if (!file.sha256.equals(offer.sha256)) return `the file's SHA-256 is ${file.sha256.toString('hex')}`;
  const { type } = detectMediaType(file.head);
  const post = await findPost(context, offer);
  if (post === null || !sameType(post.type, type))
    return `the file is ${type}, and its posts name ${post?.type ?? 'none'}`;
  return isDrawn(type) ? decode(context, path, offer) : null;
}

/** Copies the uploaded file into the folder of files that arrive. Returns its path, or null if there is no such file. */
async function fetchOffer({ files, incomingDir }: OfferContext, offer: OfferRow): Promise<string | null> {
  const content = await files.open(offeredFile(hexOf(offer)));
  if (content === null) return null;
  await mkdir(incomingDir, { recursive: true });
  const path = join(incomingDir, `${crypto.randomUUID()}.part`);
  try {
    await pipeline(content, createWriteStream(path, { flags: 'wx' }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return path;
}

/** Moderators judge the file by its thumbnail, so their browsers need not load the file itself. */
async function decode(context: OfferContext, path: string, offer: OfferRow): Promise<string | null> {
  const { imageWorker } = context;
  const into = `${path}.thumb`;
  try {
    await imageWorker.run({ kind: 'fingerprint', path, scratch: `${path}.v` });
    await imageWorker.run({ kind: 'thumbnail', path, into });
    await context.files.write(offeredThumbnail(hexOf(offer)), createReadStream(into));
    return null;
  } catch (error) {
    if (error instanceof ImageError) return `the image cannot be decoded: ${error.message}`.slice(0, 500);
    throw error;
  } finally {
    await rm(into, { force: true });
  }
}

async function store(context: OfferContext, offer: OfferRow): Promise<void> {
  const post = offer.is_allowed ? await findPost(context, offer) : null;
  if (post === null) return refuse(context, offer, 'posts of the file were hidden, deleted or banned, or it is here');
  await ensureDatastore(context);
  // A copy is stored: the uploaded file stays until its row is written.
  const path = await fetchOffer(context, offer);
  if (path === null) return refuse(context, offer, 'the file has vanished from quarantine');
  const file = await measure(path);
  if (!file.sha256.equals(offer.sha256)) {
    await rm(path, { force: true });
    return refuse(context, offer, 'the file has changed in quarantine');
  }
  const outcome = await storeFile(context, file, post, 'file');
  if (outcome !== 'stored')
    return refuse(context, offer, outcome === 'banned' ? 'the file is banned' : 'no post names it');
  await move(context, offer, 'stored', null);
  await remove(context, offer);
  context.logger.info({ sha256: offer.sha256.toString('hex') }, 'a file that a contributor handed over is stored');
}

async function refuse(context: OfferContext, offer: OfferRow, detail: string): Promise<void> {
  await move(context, offer, 'refused', detail);
  await remove(context, offer);
}

async function remove(context: OfferContext, offer: OfferRow): Promise<void> {
  await context.files.delete(offeredFile(hexOf(offer)));
  await context.files.delete(offeredThumbnail(hexOf(offer)));
}

async function move(
  { pool, now }: OfferContext,
  { id, state }: OfferRow,
  to: string,
  detail: string | null,
): Promise<void> {
  await pool.query(MOVE, [id, state, to, detail, now()]);
}

async function findPost({ pool }: OfferContext, { sha256 }: OfferRow): Promise<ShowingPost | null> {
  return (await pool.query<ShowingPost>(FIND_POST, [sha256])).rows[0] ?? null;
}

function hexOf({ sha256 }: OfferRow): string {
  return sha256.toString('hex');
}

async function measure(path: string): Promise<Measured> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  let size = 0;
  let head = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    md5.update(chunk);
    sha256.update(chunk);
    size += chunk.length;
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
  }
  return { path, size, md5: md5.digest(), sha256: sha256.digest(), head };
}

/** The SHA-256 in the name of a file or thumbnail. */
const OF_OFFER = /^([0-9a-f]{64})(?:\.thumb)?$/;

/** Removes refused files, and files that an interrupted server or scraper has left. */
async function clear(context: OfferContext): Promise<void> {
  const { pool, now, files } = context;
  const found = await files.list(OFFER_FOLDER);
  if (found.length === 0) return;
  const hashes = found.flatMap(({ name }) => OF_OFFER.exec(name)?.[1] ?? []).map((hex) => Buffer.from(hex, 'hex'));
  const { rows } = await pool.query<{ sha256: string; state: string }>(SELECT_STATES, [hashes]);
  const states = new Map(rows.map(({ sha256, state }) => [sha256, state]));
  for (const { name, modified } of found) {
    const state = states.get(OF_OFFER.exec(name)?.[1] ?? '');
    if (state === 'uploaded' || state === 'quarantined' || state === 'accepted') continue;
    if (state === 'refused' || now().getTime() - modified.getTime() > STALE_MS)
      await files.delete(`${OFFER_FOLDER}/${name}`);
  }
}
