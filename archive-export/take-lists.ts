/** Imports the lists of an export: boards, identities, moderated threads and replays. Existing rows stay as they are. */
import type pg from 'pg';
import type { Board } from '../mappings/board.ts';
import { checkedByName } from '../mappings/board-settings/stored.ts';
import { BoardSettingError } from '../mappings/board-settings/table.ts';
import type { SourceKind } from '../mappings/sources.ts';
import { listBoards, upsertBoard } from '../store/boards/boards.ts';

interface ListedBoard {
  readonly name: string;
  readonly title: string;
  readonly worksafe: boolean;
  readonly source: SourceKind;
  readonly source_name?: string;
  readonly url: string;
  readonly media_url: string;
  readonly slice_size: number;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Index: boards_pkey. $1 board, $2 settings. */
const SET_SETTINGS = 'update boards set settings = $2 where id = $1';

/** Makes missing boards. They are closed, so that they are not harvested before an admin opens them. Returns the export's boards by name. */
export async function takeBoards(pool: pg.Pool, lines: readonly string[]): Promise<Map<string, Board>> {
  const known = new Map((await listBoards(pool)).map((board) => [board.name, board]));
  const taken = new Map<string, Board>();
  for (const line of lines) {
    const { name, title, worksafe, source, source_name, url, media_url, slice_size, settings } = JSON.parse(
      line,
    ) as ListedBoard;
    const board = known.get(name);
    if (board !== undefined) {
      taken.set(name, board);
      continue;
    }
    const made = await upsertBoard(pool, {
      name,
      title,
      worksafe,
      source,
      ...(source_name !== undefined && { sourceName: source_name }),
      url,
      mediaUrl: media_url,
      sliceSize: slice_size,
      closed: true,
    });
    if (isValid(settings)) await pool.query(SET_SETTINGS, [made.id, settings]);
    taken.set(name, made);
  }
  return taken;
}

/** Settings of a newer version may be unknown to this one. */
function isValid(settings: unknown): boolean {
  try {
    checkedByName(settings);
    return true;
  } catch (error) {
    if (error instanceof BoardSettingError) return false;
    throw error;
  }
}

/** Indexes: identities_name_key, identity_aliases_pkey. $1 identities as JSON. */
const ADD_IDENTITIES = `
with given as (select f->>'name' as name, f->'aliases' as aliases from jsonb_array_elements($1::jsonb) as f
), added as (
  insert into identities (name) select name from given on conflict do nothing returning id, name
), every as (
  select id, name from added union select i.id, i.name from identities i join given g on g.name = i.name
)
insert into identity_aliases (kind, value, identity_id)
select a->>'kind', a->>'value', e.id from given g join every e on e.name = g.name cross join jsonb_array_elements(g.aliases) as a
on conflict do nothing`;

export async function takeIdentities(pool: pg.Pool, lines: readonly string[]): Promise<void> {
  await pool.query(ADD_IDENTITIES, [`[${lines.join(',')}]`]);
}

/** Indexes: boards_name_key, moderated_threads_pkey. $1 threads as JSON. */
const ADD_THREADS = `
insert into moderated_threads (board_id, thread, purged)
select b.id, (f->>'thread')::bigint, (f->>'purged')::boolean
from jsonb_array_elements($1::jsonb) as f join boards b on b.name = f->>'board'
on conflict (board_id, thread) do update set purged = true where excluded.purged and not moderated_threads.purged`;

/**
 * Shows threads again that an earlier increment listed as hidden and this one does not. Threads that moderators of this archive hid stay
 * hidden. Reads moderated_threads of the boards. Index: audit_log_action. $1 boards, $2 threads as JSON.
 */
const REMOVE_THREADS = `
delete from moderated_threads m
where m.board_id = any ($1::int[]) and not m.purged
  and not exists (select 1 from jsonb_array_elements($2::jsonb) as f join boards b on b.name = f->>'board'
    where b.id = m.board_id and (f->>'thread')::bigint = m.thread)
  and not exists (select 1 from audit_log l where l.action = 'posts.hide' and l.board_id = m.board_id
    and l.target->>'thread' = m.thread::text)`;

export async function takeThreads(pool: pg.Pool, boards: Iterable<Board>, lines: readonly string[]): Promise<void> {
  const listed = `[${lines.join(',')}]`;
  await pool.query(REMOVE_THREADS, [[...boards].map(({ id }) => id), listed]);
  await pool.query(ADD_THREADS, [listed]);
}

/** Indexes: boards_name_key, posts_pkey, post_replays_pkey. $1 replays as JSON. */
const ADD_REPLAYS = `
insert into post_replays (board_id, num, subnum, sha256)
select b.id, p.num, p.subnum, decode(f->>'sha256', 'hex')
from jsonb_array_elements($1::jsonb) as f join boards b on b.name = f->>'board'
join posts p on p.board_id = b.id and p.num = (f->>'num')::bigint and p.subnum = (f->>'subnum')::int and p.time_purged is null
on conflict do nothing`;

export async function takeReplays(pool: pg.Pool, lines: readonly string[]): Promise<void> {
  await pool.query(ADD_REPLAYS, [`[${lines.join(',')}]`]);
}
