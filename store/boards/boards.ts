/** The archived boards. The owner's role adds them; the scraper's role may only read them. */
import { DEFAULT_SLICE_SIZE, isBoardName, MAX_TITLE, type Board } from '../../mappings/board.ts';
import { groupOf, SOURCE_KINDS, type SourceKind } from '../../mappings/sources.ts';
import { ConfigError } from '../../platform/errors.ts';
import type { Database } from '../../platform/postgres.ts';

/**
 * Index: boards_name_key, forums_board_id_base_url_key. One statement, so that a scraper never sees a closed board as open. The slice
 * size of a board never changes, because its partitions depend on it.
 */
const UPSERT_BOARD = `
with board as (
  insert into boards (name, title, worksafe, source, url, media_url, slice_size, source_name)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (name) do update set
    title = excluded.title, worksafe = excluded.worksafe, source = excluded.source,
    source_name = excluded.source_name, url = excluded.url, media_url = excluded.media_url
  returning id, name, title, worksafe, source, source_name, url, media_url, slice_size
), forum as (
  insert into forums (board_id, base_url, closed_at)
  select id, url || '/' || coalesce(source_name, name), case when $9::boolean then now() end
  from board where $9::boolean is not null
  on conflict (board_id, base_url) do update set
    closed_at = case when $9::boolean then coalesce(forums.closed_at, excluded.closed_at) end
)
select id, name, title, worksafe, source, source_name, url, media_url, slice_size from board`;

/** Index: boards_name_key. Inserts nothing if a board with this name exists. */
const ADD_BOARD = `
insert into boards (name, title, worksafe, source, url, media_url, slice_size, source_name)
values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (name) do nothing`;

/** Index: boards_pkey. $1 board, $2 title, $3 worksafe. */
const CHANGE_BOARD = 'update boards set title = $2, worksafe = $3 where id = $1';

/** Index: boards_name_key, or a scan of the whole small table. */
const SELECT_BOARDS = `
select b.id, b.name, b.title, b.worksafe, b.source, b.source_name, b.url, b.media_url, b.slice_size,
  coalesce(b.settings -> 'unlisted', d.settings -> 'unlisted') = 'true' as unlisted
from boards b left join board_defaults d on true order by b.name`;

export interface BoardInput {
  readonly name: string;
  readonly title: string;
  readonly worksafe: boolean;
  readonly source: SourceKind;
  /** The source's name of the board, if it differs. */
  readonly sourceName?: string;
  readonly url: string;
  readonly mediaUrl: string;
  /** Used for a new board only: its partitions depend on it. */
  readonly sliceSize?: number;
  /** true closes the board's forum, false opens it, undefined leaves it unchanged. */
  readonly closed?: boolean;
}

interface BoardRow {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly worksafe: boolean;
  readonly source: SourceKind;
  readonly source_name: string | null;
  readonly url: string;
  readonly media_url: string;
  readonly slice_size: string;
  readonly unlisted?: boolean | null;
}

/**
 * Adds a board, or changes the one with that name. Idempotent. Trailing slashes of the addresses are removed.
 * @throws ConfigError for an invalid name or address.
 */
export async function upsertBoard(pool: Database, input: BoardInput): Promise<Board> {
  assertBoardInput(input);
  const { rows } = await pool.query<BoardRow>(UPSERT_BOARD, [
    input.name,
    input.title,
    input.worksafe,
    input.source,
    withoutSlash(input.url),
    withoutSlash(input.mediaUrl),
    input.sliceSize ?? DEFAULT_SLICE_SIZE,
    input.sourceName ?? null,
    input.closed ?? null,
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error('an upsert returns its row');
  return toBoard(row);
}

/** Returns true if the board was added, false if one with this name existed. @throws ConfigError for an invalid name or address. */
export async function addNewBoard(db: Database, input: BoardInput): Promise<boolean> {
  assertBoardInput(input);
  const { name, title, worksafe, source, url, mediaUrl, sourceName = null, sliceSize = DEFAULT_SLICE_SIZE } = input;
  const addresses = [withoutSlash(url), withoutSlash(mediaUrl)];
  const { rowCount } = await db.query(ADD_BOARD, [name, title, worksafe, source, ...addresses, sliceSize, sourceName]);
  return rowCount === 1;
}

/** The texts about the board that readers see. */
export async function changeBoard(
  db: Database,
  id: number,
  { title, worksafe }: Pick<BoardInput, 'title' | 'worksafe'>,
): Promise<void> {
  await db.query(CHANGE_BOARD, [id, title, worksafe]);
}

/** A field of a board whose value is invalid, under the names of boards files and of the API. */
export interface BoardProblem {
  readonly field: 'name' | 'title' | 'source' | 'source_name' | 'url' | 'media_url' | 'slice_size';
  /** The value and what is wrong with it. */
  readonly problem: string;
}

export class BoardInputError extends ConfigError {
  readonly problems: readonly BoardProblem[];

  constructor(problems: readonly BoardProblem[]) {
    super(problems.map(sentenceOf).join('; '));
    this.problems = problems;
  }
}

/** @throws BoardInputError for an invalid name or address. */
export function assertBoardInput(input: BoardInput): void {
  const problems = boardProblems(input);
  if (problems.length > 0) throw new BoardInputError(problems);
}

/** The problem with the name of its field, for people who wrote that name. */
export function sentenceOf({ field, problem }: BoardProblem): string {
  return field === 'url' || field === 'media_url' ? `${field} ${problem}` : problem;
}

/** All boards, by name. */
export async function listBoards(pool: Database): Promise<Board[]> {
  const { rows } = await pool.query<BoardRow>(SELECT_BOARDS);
  return rows.map(toBoard);
}

/** Empty if the board can be stored. */
export function boardProblems(input: BoardInput): BoardProblem[] {
  const problems: BoardProblem[] = [];
  const refuse = (field: BoardProblem['field'], problem: string) => problems.push({ field, problem });
  if (!isBoardName(input.name)) {
    refuse('name', `"${input.name}" cannot be a board's name: lower case letters, digits, - and _, at most 32`);
  }
  if (input.title.length > MAX_TITLE || input.title.includes('\0')) {
    refuse('title', `the title must have at most ${MAX_TITLE} characters`);
  }
  if (!SOURCE_KINDS.includes(input.source)) {
    refuse('source', `unknown source "${input.source}"; known sources: ${SOURCE_KINDS.join(', ')}`);
  }
  if (input.sourceName !== undefined && !SOURCE_NAME.test(input.sourceName)) {
    refuse('source_name', `"${input.sourceName}" is not a valid source name of a board`);
  }
  const { url, mediaUrl } = input;
  const problem = addressProblem(url, input.source);
  if (problem !== null) refuse('url', `"${url}" ${problem}`);
  // By default files are at the same address.
  const ofMedia = mediaUrl === url ? null : addressProblem(mediaUrl, input.source);
  if (ofMedia !== null) refuse('media_url', `"${mediaUrl}" ${ofMedia}`);
  if (input.sliceSize !== undefined && !(Number.isSafeInteger(input.sliceSize) && input.sliceSize > 0)) {
    refuse('slice_size', 'the slice size must be a whole number above 0');
  }
  return problems;
}

/** One segment of a path; `..` and slashes are not allowed. */
const SOURCE_NAME = /^(?!\.+$)[\w.+-]{1,100}$/;

/** Addresses of requests are these with a path appended. */
function addressProblem(address: string, source: SourceKind): string | null {
  const group = groupOf(source);
  if (group !== null) return group.address.test(address) ? null : `must be ${group.addressForm}`;
  if (!URL.canParse(address)) return 'is not a URL';
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http:// or https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.search !== '' || url.hash !== '') return 'must end with its path, without ? or #';
  return null;
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

function toBoard(row: BoardRow): Board {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    worksafe: row.worksafe,
    source: row.source,
    sourceName: row.source_name ?? row.name,
    url: row.url,
    mediaUrl: row.media_url,
    sliceSize: Number(row.slice_size),
    ...(row.unlisted === true && { isUnlisted: true }),
  };
}
