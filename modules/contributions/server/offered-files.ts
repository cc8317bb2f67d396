/** Missing files that contributors upload: the list of requested files, the upload, and the decisions of moderators. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import type {
  DecidedOffers,
  DumpActionResult,
  DumpOffer,
  DumpOfferList,
  WantedFileList,
} from '../contract/dump-moderation.ts';
import { OFFER_QUOTA, offeredFile } from '../format/changes.ts';
import { isDrawn } from '../../../mappings/media.ts';
import type { SharedFiles } from '../../../platform/shared-files/shared-files.ts';
import { NotFoundError, RefusedError } from '../../../server/shared/errors.ts';
import { moderating, NOTE_ACTION, type DumpModerator } from './moderate-dumps.ts';

/** Indexes: dump_offers_state, dumps_sha256, dump_contributors_pkey. $1 the contributor's key. */
const SELECT_WANTED = `
select encode(o.sha256, 'hex') as sha256, o.size::float8 as size from dump_offers o
where o.state = 'asked' and exists (
  select from dumps d join dump_contributors c on c.dump_id = d.id and c.contributor = $1 where d.sha256 = o.sha256 and d.offered)
order by o.id limit 1000`;

export async function listWanted(pool: pg.Pool, contributor: string): Promise<WantedFileList> {
  const { rows } = await pool.query<WantedFileList['files'][number]>(SELECT_WANTED, [Buffer.from(contributor, 'hex')]);
  return { files: rows };
}

/** Index: dump_offers_sha256_key. $1 SHA-256. */
const FIND_ASKED = `
select size::float8 as size from dump_offers where sha256 = $1 and state = 'asked' and may_take_file(sha256)`;

/** The total size of the files that wait on the disk. Index: dump_offers_state. */
const SUM_WAITING = `
select coalesce(sum(size), 0)::float8 as bytes from dump_offers where state in ('uploaded', 'quarantined', 'accepted')`;

/** Index: dump_offers_sha256_key. $1 SHA-256. */
const NOTE_UPLOADED = 'select note_uploaded_file($1) as is_taken';

export interface OfferedFile {
  /** The SHA-256 in lower-case hexadecimal. */
  readonly sha256: string;
  readonly body: Readable;
  /** The size that the request states. */
  readonly length: number | null;
}

/**
 * Receives a file that the archive has requested. Anybody may send it, since its SHA-256 proves that it is the right file.
 * @throws NotFoundError `file_not_wanted`; RefusedError 422 `file_differs`, 503 `offers_full`
 */
export async function takeOfferedFile(
  pool: pg.Pool,
  files: SharedFiles,
  { sha256, body, length }: OfferedFile,
): Promise<void> {
  const hash = Buffer.from(sha256, 'hex');
  const asked = (await pool.query<{ size: number }>(FIND_ASKED, [hash])).rows[0];
  if (asked === undefined) throw notWanted();
  if (length !== null && length !== asked.size) throw differs();
  const waiting = (await pool.query<{ bytes: number }>(SUM_WAITING)).rows[0]?.bytes ?? 0;
  if (waiting + asked.size > OFFER_QUOTA)
    throw new RefusedError(503, 'offers_full', 'Too many files wait for their checks here. Try again later.', 3600);
  await files.write(offeredFile(sha256), checked(body, sha256, asked.size));
  const { rows } = await pool.query<{ is_taken: boolean }>(NOTE_UPLOADED, [hash]);
  if (rows[0]?.is_taken !== true) throw notWanted();
}

function differs(): RefusedError {
  return new RefusedError(422, 'file_differs', 'This is not the file that was asked for: its size or SHA-256 differs.');
}

function notWanted(): NotFoundError {
  return new NotFoundError('file_not_wanted', 'The archive does not ask for this file, or has it by now.');
}

/** Passes the file on, and throws at its end if it is another one. */
async function* checked(body: AsyncIterable<Buffer>, sha256: string, size: number): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let received = 0;
  for await (const chunk of body) {
    received += chunk.length;
    // Some excess bytes are read and discarded, so that the client gets an answer; with more, the connection ends.
    if (received > size + MAX_SURPLUS) break;
    if (received > size) continue;
    hash.update(chunk);
    yield chunk;
  }
  if (received !== size || hash.digest('hex') !== sha256) throw differs();
}

const MAX_SURPLUS = 2 ** 20;

/** Indexes: dump_offers_pkey or dump_offers_state; posts_media_hash_src, boards_pkey. $1 state or null, $2 before this id or null, $3 limit. */
const LIST_OFFERS = `
select o.id::float8 as id, encode(o.sha256, 'hex') as sha256, encode(o.md5, 'hex') as md5, o.size::float8 as size, o.type, o.state, o.detail,
  o.asked_at, o.changed_at, (
    select json_build_object('board', b.name, 'num', p.num, 'subnum', p.subnum, 'thread', p.thread)
    from files_of_posts p join boards b on b.id = p.board_id where p.media_hash_src = o.sha256 and not p.hidden
    order by p.time_posted desc, p.num desc limit 1) as post
from dump_offers o where ($1::text is null or o.state = $1) and ($2::bigint is null or o.id < $2)
order by o.id desc limit $3`;

interface OfferRow extends Omit<DumpOffer, 'asked_at' | 'changed_at' | 'has_thumbnail'> {
  readonly asked_at: Date;
  readonly changed_at: Date;
}

export async function listOffers(
  by: DumpModerator,
  {
    state,
    before,
    limit = 50,
  }: { readonly state?: DumpOffer['state']; readonly before?: number; readonly limit?: number },
): Promise<DumpOfferList> {
  const rows = await moderating(
    by,
    async (client) => (await client.query<OfferRow>(LIST_OFFERS, [state ?? null, before ?? null, limit + 1])).rows,
  );
  const shown = rows.slice(0, limit);
  return {
    offers: shown.map(({ asked_at: asked, changed_at: changed, ...offer }) => ({
      ...offer,
      has_thumbnail: offer.state === 'quarantined' && isDrawn(offer.type),
      asked_at: asked.toISOString(),
      changed_at: changed.toISOString(),
    })),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Decides on quarantined files. Index: dump_offers_pkey. $1 ids, $2 state, $3 detail, $4 now. */
const DECIDE_OFFERS = `
update dump_offers set state = $2, detail = $3, changed_at = $4
where id = any ($1::bigint[]) and state = 'quarantined' returning id::float8 as id`;

export async function decideOffers(
  by: DumpModerator,
  { action, offers, reason = null }: DecidedOffers,
): Promise<DumpActionResult> {
  return moderating(by, async (client) => {
    const isAccepted = action === 'accept';
    const { rows } = await client.query<{ id: number }>(DECIDE_OFFERS, [
      offers,
      isAccepted ? 'accepted' : 'refused',
      isAccepted ? null : 'a moderator refused it',
      by.now,
    ]);
    const done = rows.map(({ id }) => id);
    if (done.length > 0) await client.query(NOTE_ACTION, [`${action}file`, { offers: done }, reason]);
    return {
      done,
      refused: offers
        .filter((id) => !done.includes(id))
        .map((id) => ({ id, detail: 'This file is not in quarantine.' })),
    };
  });
}

/** Index: dump_offers_pkey. $1 id. */
const FIND_QUARANTINED = `
select encode(sha256, 'hex') as sha256, type from dump_offers where id = $1 and state = 'quarantined'`;

/** A quarantined file, for moderators. */
export async function findQuarantined(by: DumpModerator, id: number): Promise<{ sha256: string; type: string } | null> {
  return moderating(
    by,
    async (client) => (await client.query<{ sha256: string; type: string }>(FIND_QUARANTINED, [id])).rows[0] ?? null,
  );
}
