/**
 * Decides which documents, and which of their files, may be shown: by PostgreSQL, or by the fallback snapshot while PostgreSQL is
 * unavailable.
 */
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import type { PostKey } from '../../mappings/post.ts';
import { prepared } from '../../platform/postgres.ts';
import { selectByBoard, type PostStatement, type RowSource } from '../posts/select-by-board.ts';
import type { FallbackSnapshot } from './fallback-snapshot.ts';
import { loadPendingHides, type PendingHides } from './pending-hides.ts';

export interface Visibility {
  /** `boards`: names; null for all boards. @throws UnavailableError */
  pendingHides(boards: readonly string[] | null): Promise<PendingHides>;
  /** Document ids of the posts that may be shown. @throws UnavailableError */
  visibleAmong(keys: readonly PostKey[]): Promise<ReadonlySet<string>>;
  /** The banned files among these MD5 and SHA-256, in hexadecimal. @throws UnavailableError */
  bannedAmong(hashes: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Reads each post by posts_pkey (board_id, num, subnum) in its own partition. $1 names of boards, $2 nums, $3 subnums. */
const visibleOf = (board: string) => `
  with wanted as materialized (
    select boards.id, boards.name, key.num, key.subnum
    from unnest((select $1::text[]), (select $2::bigint[]), (select $3::int[])) as key (board, num, subnum)
    join boards on boards.name = key.board
  )
  select b.name as board, p.num, p.subnum
  from wanted b
  join posts p on p.board_id = ${board} and p.num = b.num and p.subnum = b.subnum
  where not p.hidden`;
export const SELECT_VISIBLE: PostStatement = { text: visibleOf('b.id'), ofBoard: (id) => visibleOf(String(id)) };

/** Index: banned_media_pkey. $1 hashes. */
export const SELECT_BANNED = `select encode(b.hash, 'hex') as hash from banned_media b where b.hash = any ($1::bytea[])`;

/** Reads the rows themselves, not the list of pending hides: correct even if that list is wrong. */
export function visibilityByRows(source: RowSource): Visibility {
  return {
    pendingHides: async (boards) => loadPendingHides(source.pool, boards),
    async visibleAmong(keys) {
      if (keys.length === 0) return new Set();
      const rows = await selectByBoard<{ board: string; num: string; subnum: number }, PostKey>(
        source,
        SELECT_VISIBLE,
        keys,
        (some) => [some.map(({ num }) => num), some.map(({ subnum }) => subnum)],
      );
      return new Set(rows.map((row) => documentId({ ...row, num: Number(row.num) })));
    },
    async bannedAmong(hashes) {
      if (hashes.length === 0) return new Set();
      const { rows } = await source.pool.query<{ hash: string }>(
        prepared(SELECT_BANNED, [hashes.map((hash) => Buffer.from(hash, 'hex'))]),
      );
      return new Set(rows.map(({ hash }) => hash));
    },
  };
}

/** For documents whose `state` is visible; the snapshot contains those that were hidden since they were indexed. */
export function visibilityBySnapshot(snapshot: FallbackSnapshot): Visibility {
  return {
    pendingHides: async (boards) => snapshot.pendingHides(boards),
    async visibleAmong(keys) {
      const ids = keys.map(documentId);
      const hidden = await snapshot.hiddenAmong(ids);
      return new Set(ids.filter((id) => !hidden.has(id)));
    },
    bannedAmong: async (hashes) => snapshot.bannedAmong(hashes),
  };
}
