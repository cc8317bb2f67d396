/** Two boards, each with a visible and a hidden post, and all other tables that may have content of the hidden one. */
import pg from 'pg';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { loginUrl } from '../../support/logins.ts';
import type { World } from '../../support/world.ts';

export const WORD = 'quetzalcoatlus';
export const [OPENER, HIDDEN] = [100, 101];
export const SHA256 = Buffer.alloc(32, 7);

/** $1 board, $2 num. */
const LEFT = [
  `insert into post_replays values ($1, $2, 0, sha256('${WORD}'))`,
  `insert into quarantine values ($1, $2, $2, 0, 'an-index-' || $1::int, 1, '${WORD}')`,
  `insert into wanted_media (board_id, num, subnum, kind, state, due_at, detail, since)
   values ($1, $2, 0, 'file', 'refused', now(), '${WORD}', now())`,
  `insert into messages (board_id, key, num, thread, time, subject) values ($1, 'key' || $2::bigint, $2, $2, now(), '${WORD}')`,
  `insert into refusals (board_id, url, reason, sample, first_seen, last_seen, thread)
   values ($1, 'https://source.example/1', 'not_json', '${WORD}', now(), now(), $2::bigint)`,
  `select append_audit('hide', $1::int, jsonb_build_object('posts', array[$2::bigint::text]), '${WORD}', '${WORD}')`,
  `insert into tombstones (board_id, num, subnum, purged_by, reason) values ($1, $2, 1, '${WORD}', '${WORD}')`,
  `insert into poster_addresses (board_id, num, subnum, address, expires_at) values ($1, $2, 0, '192.0.2.1', now())`,
  `insert into moderated_threads (board_id, thread, purged) values ($1, $2, false)`,
];

export async function givenRows(world: World): Promise<readonly [g: TestBoard, tea: TestBoard]> {
  const boards = [await insertBoard(world.pool, 'g'), await insertBoard(world.pool, 'tea')] as const;
  for (const board of boards) {
    await writePosts(world.pool, board, [
      aPost({ num: OPENER, comment: 'seen' }),
      aPost({ num: HIDDEN, thread: OPENER, comment: WORD, subject: WORD, mediaHashSrc: SHA256, hidden: true }),
    ]);
    for (const statement of LEFT) await world.pool.query(statement, [board.id, HIDDEN]);
  }
  await world.pool.query('analyze');
  return boards;
}

/** One connection as the server. `told` collects PostgreSQL's notices. */
export async function connectServer(world: World): Promise<{ readonly client: pg.Client; readonly told: string[] }> {
  const client = new pg.Client({ connectionString: loginUrl(world.databaseUrl, 'server') });
  const told: string[] = [];
  client.on('notice', ({ message }) => told.push(message ?? ''));
  await client.connect();
  return { client, told };
}

export async function countOf(client: pg.Client, statement: string, values: unknown[] = []): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${statement}`, values);
  return rows[0]?.count ?? -1;
}
