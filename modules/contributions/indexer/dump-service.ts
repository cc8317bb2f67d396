/**
 * Handles contributed dumps that are due: maps them to files, judges them, makes a dump of a file used, and requests the changes that follow from
 * it. Several services may run: a lock ensures that one at a time handles a file.
 */
import type pg from 'pg';
import { GRACE_MS, judgeDump, type DumpTrust, type Judgement, type UsedDump } from '../format/judge.ts';
import { readDump } from '../format/read-dump.ts';
import { DUMP_STATES } from '../format/states.ts';
import { toError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logger.ts';
import { inTransaction, prepared } from '../../../platform/postgres.ts';
import { toUnavailable } from '../../../platform/postgres-errors.ts';
import { lockDumpedFile, lockDumpTrust, writeDumpsAs } from '../store/dumped-file-lock.ts';
import { findKnownFile, type FileKey, type KnownFile } from '../store/file-record.ts';
import * as sql from './sql.ts';

/** Interval after which a stalled dump is judged again. */
export const STALLED_MS = 3_600_000;
const BATCH = 500;
/** Batches in one run. The remaining dumps stay due for the next run. */
const MAX_BATCHES = 40;
const MAPPED_AT_ONCE = 2_000;

export interface DumpServiceOptions {
  readonly pool: pg.Pool;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'info' | 'error'>;
}

interface Page {
  readonly last: string | null;
  readonly seen: number;
}

/** Returns '0' after the last page, so that the round restarts. */
function nextAfter(page: Page | undefined): string {
  return page?.last == null || page.seen < MAPPED_AT_ONCE ? '0' : page.last;
}

interface DueDump extends FileKey {
  readonly id: string;
}

export class DumpService {
  readonly #options: DumpServiceOptions;
  /** Positions of the rounds through all dumps and changes. */
  #dumpsAfter = '0';
  #changesAfter = '0';

  constructor(options: DumpServiceOptions) {
    this.#options = options;
  }

  /** Returns how many dumps were handled. */
  async run(): Promise<number> {
    const { pool, now, logger } = this.#options;
    await this.#goRound();
    let handled = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const { rows } = await pool.query<{ id: string; md5: Buffer; size: string }>(sql.SELECT_DUE, [now(), BATCH]);
      for (const { id, md5, size } of rows) await this.#handle({ id, md5, size: Number(size) });
      handled += rows.length;
      if (rows.length < BATCH) break;
    }
    if (handled > 0) logger.info({ dumps: handled }, 'looked at contributed dumps');
    return handled;
  }

  /** Nothing triggers when a post names a file, so each run compares one page of dumps and one page of granted changes with the posts. */
  async #goRound(): Promise<void> {
    const { pool, now } = this.#options;
    const after = this.#dumpsAfter;
    const mapped = (await pool.query<Page>(sql.MAP_PAGE, [after, MAPPED_AT_ONCE, now()])).rows[0];
    if (mapped?.last != null) {
      await inTransaction(pool, async (client) => {
        await writeDumpsAs(client, 'site');
        await client.query(sql.UNMAP_PAGE, [after, mapped.last, now()]);
      });
      await pool.query(sql.ASK_FOR_FILES, [after, mapped.last, now()]);
    }
    this.#dumpsAfter = nextAfter(mapped);
    const reopened = await pool.query<Page>(sql.REOPEN_PAGE, [this.#changesAfter, MAPPED_AT_ONCE]);
    this.#changesAfter = nextAfter(reopened.rows[0]);
  }

  async #handle(due: DueDump): Promise<void> {
    const { pool, now, logger } = this.#options;
    const at = now();
    try {
      await inTransaction(pool, async (client) => handleDump(client, due, at));
    } catch (error) {
      const cause = toError(error);
      const unavailable = toUnavailable(cause);
      if (unavailable !== null) throw unavailable;
      logger.error({ err: cause, dump: due.id }, 'a contributed dump could not be handled');
      await inTransaction(pool, async (client) => {
        await writeDumpsAs(client, 'service');
        await client.query(sql.SET_FAILED, [due.id, at, cause.message.toWellFormed().replaceAll('\0', '')]);
      });
    }
  }
}

async function handleDump(client: pg.PoolClient, { id, md5, size }: DueDump, now: Date): Promise<void> {
  await writeDumpsAs(client, 'service');
  await lockDumpTrust(client, 'read');
  await lockDumpedFile(client, { md5, size });
  const [row] = (await client.query<sql.DueRow>(prepared(sql.LOCK_DUE, [id, now]))).rows;
  // Another service, a moderator or the site has handled the dump in the meantime.
  if (row === undefined) return;
  if (row.state !== DUMP_STATES.new) await client.query(prepared(sql.SET_STATE, [id, DUMP_STATES.new, now]));
  await client.query(prepared(sql.WITHDRAW_LEFT, [md5, size, now]));
  const dump = readDump(row.content);
  const known = await findKnownFile(client, { md5, size });
  const used = await findUsed(client, { md5, size });
  const pending = await client.query<{ is_pending: boolean }>(prepared(sql.IS_CHANGE_PENDING, [md5, size]));
  const judgement = judgeDump({
    dump,
    trust: await findTrust(client, row),
    file: isMapped(known, dump.file.sha256)
      ? {
          addedAt: known.addedAt,
          record: known.record,
          isChangePending: pending.rows[0]?.is_pending === true,
        }
      : null,
    used,
    now,
  });
  if (judgement.deprecates && used !== null)
    await client.query(prepared(sql.SET_STATE, [used.id, DUMP_STATES.deprecated, now]));
  await client.query(
    prepared(sql.SET_JUDGED, [
      id,
      DUMP_STATES[judgement.state],
      now,
      judgement.reason,
      dueAgain(judgement, known, now),
      row.is_shown,
      row.own_image,
    ]),
  );
  await askFor(client, judgement, row, { md5, size }, now);
}

type Mapped = KnownFile & { readonly addedAt: Date };

/** False for banned files, and for a dump whose SHA-256 contradicts the computed SHA-256 of a stored file. */
function isMapped(known: KnownFile, sha256: string): known is Mapped {
  return known.addedAt !== null && !known.isBanned && !(known.isMeasured && known.record.sha256 !== sha256);
}

/** The time when the service judges a dump again that stays new or stalled. */
function dueAgain({ state, reason }: Judgement, { addedAt }: KnownFile, now: Date): Date | 'infinity' {
  if (state === 'stalled') return new Date(now.getTime() + STALLED_MS);
  if (reason === 'grace' && addedAt !== null) return new Date(addedAt.getTime() + GRACE_MS);
  // The dump becomes due when its file arrives, by a moderator, or in the round through all dumps.
  return 'infinity';
}

async function findUsed(client: pg.PoolClient, { md5, size }: FileKey): Promise<(UsedDump & { id: string }) | null> {
  const [row] = (await client.query<sql.UsedRow>(prepared(sql.SELECT_USED, [md5, size]))).rows;
  if (row === undefined) return null;
  return { id: row.id, client: row.client, version: row.version, trust: await findTrust(client, row) };
}

export async function findTrust(
  client: pg.PoolClient,
  { id, client: name, version, is_trusted: isTrusted }: sql.UsedRow,
): Promise<DumpTrust> {
  if (isTrusted) return 'full';
  const { rows } = await client.query<{ trust: DumpTrust }>(prepared(sql.SELECT_TRUST, [id, name, version]));
  return rows[0]?.trust ?? null;
}

async function askFor(
  client: pg.PoolClient,
  { changes }: Judgement,
  { id, client: name, version }: sql.DueRow,
  { md5, size }: FileKey,
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const columns = (['field', 'before', 'after'] as const).map((part) => changes.map((change) => change[part]));
  await client.query(prepared(sql.ADD_CHANGES, [id, name, version, md5, size, now, ...columns]));
}
