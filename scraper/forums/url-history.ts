/** The documents of a forum that are stored and will never change again. They are not requested twice. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { forumBase } from '../../mappings/kick.ts';
import { withLease, type LeasedBoard } from '../leases/board-leases.ts';
import { ADD_FORUM, COLLAPSE_PART, FINISH_PART, HAS_URL, REMEMBER_URL, SELECT_FORUM, SELECT_HASHES } from './sql.ts';
import { UrlHashes } from './url-hashes.ts';

/**
 * The history of one forum, valid while its board's lease is held. The next holder reads it from PostgreSQL; writes under a lost lease
 * fail. A document's `place` is its thread's number or, for mail, its month.
 */
export interface UrlHistory {
  seen(url: string, place: number): Promise<boolean>;
  /** Call it after storing the document. @throws LeaseLostError */
  remember(url: string, place: number): Promise<void>;
  /** Replaces the URLs from the first to the last place by one range: all of them are stored and will never change. @throws LeaseLostError */
  finish(first: number, last: number): Promise<void>;
  isFinished(place: number): Promise<boolean>;
}

interface Part {
  readonly first: number;
  readonly last: number;
}

interface Remembered {
  readonly forum: number;
  finished: readonly Part[];
  readonly hashes: UrlHashes;
}

const PAGE = 65_536;
const LEAST = -(2n ** 63n);
const GREATEST = 2n ** 63n - 1n;

/** `board` has the forum's URL and source name. The history is read at the first call. */
export function createUrlHistory(pool: pg.Pool, board: LeasedBoard): UrlHistory {
  let loading: Promise<Remembered> | null = null;
  const load = async (): Promise<Remembered> => {
    loading ??= recall(pool, board);
    try {
      return await loading;
    } catch (error) {
      loading = null;
      throw error;
    }
  };
  const isIn = ({ finished }: Remembered, place: number) =>
    finished.some(({ first, last }) => first <= place && place <= last);
  return {
    async seen(url, place) {
      const remembered = await load();
      if (isIn(remembered, place)) return true;
      const hash = urlHash(url);
      if (!remembered.hashes.has(hash)) return false;
      // Two URLs may share a hash, so the URL itself is compared too.
      const { rowCount } = await pool.query(HAS_URL, [remembered.forum, hash, url]);
      return rowCount === 1;
    },
    async remember(url, place) {
      const { forum, hashes } = await load();
      const hash = urlHash(url);
      await withLease(pool, board, (client) => client.query(REMEMBER_URL, [forum, hash, url, place]));
      hashes.add(hash);
    },
    async finish(first, last) {
      const remembered = await load();
      if (remembered.finished.some((part) => part.first <= first && last <= part.last)) return;
      const collapsed = await withLease(pool, board, async (client) => {
        await client.query(FINISH_PART, [remembered.forum, first, last]);
        return client.query<{ hash: string }>(COLLAPSE_PART, [remembered.forum, first, last]);
      });
      remembered.finished = joined([...remembered.finished, { first, last }]);
      remembered.hashes.delete(collapsed.rows.map(({ hash }) => BigInt(hash)));
    },
    isFinished: async (place) => isIn(await load(), place),
  };
}

async function recall(pool: pg.Pool, board: LeasedBoard): Promise<Remembered> {
  const key = [board.id, forumBase(board)];
  await pool.query(ADD_FORUM, key);
  const { rows } = await pool.query<{ id: number; first: string[]; last: string[] }>(SELECT_FORUM, key);
  const [row] = rows;
  if (row === undefined) throw new Error('a forum that was added has a row');
  const finished = row.first.map((first, at) => ({ first: Number(first), last: Number(row.last[at]) }));
  const hashes = new UrlHashes();
  for (let from = LEAST; ;) {
    const page = await pool.query<{ hashes: Buffer | null }>(SELECT_HASHES, [row.id, from, PAGE]);
    const bytes = page.rows[0]?.hashes ?? null;
    if (bytes === null) break;
    const run = numbersIn(bytes);
    hashes.append(run);
    const last = run.at(-1) ?? GREATEST;
    if (last === GREATEST || run.length < PAGE) break;
    from = last + 1n;
  }
  return { forum: row.id, finished, hashes };
}

/** int8send writes big-endian numbers. */
function numbersIn(bytes: Buffer): BigInt64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return BigInt64Array.from({ length: bytes.length / 8 }, (_, at) => view.getBigInt64(at * 8));
}

/** Merges adjacent and overlapping parts. */
function joined(parts: readonly Part[]): Part[] {
  const done: Part[] = [];
  for (const part of parts.toSorted((a, b) => a.first - b.first)) {
    const before = done.at(-1);
    if (before === undefined || part.first > before.last + 1) done.push(part);
    else done[done.length - 1] = { first: before.first, last: Math.max(before.last, part.last) };
  }
  return done;
}

/** The first 8 bytes of the URL's SHA-256, as a signed big-endian number. */
function urlHash(url: string): bigint {
  return createHash('sha256').update(url).digest().readBigInt64BE(0);
}
