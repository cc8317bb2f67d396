/** The archived boards. The owner's role registers them; the scraper's role may only read them. */
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { DEFAULT_SLICE_SIZE, isBoardName, type Board } from '../../mappings/board.ts';
import { SOURCE_KINDS, type SourceKind } from '../../mappings/sources.ts';
import { ConfigError, toError } from '../../platform/errors.ts';

/** boards_name_key. The slice size stays: partitions were cut by it. */
const UPSERT_BOARD = `
insert into boards (name, title, worksafe, source, url, media_url, slice_size, source_name)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (name) do update set
  title = excluded.title, worksafe = excluded.worksafe, source = excluded.source,
  source_name = excluded.source_name, url = excluded.url, media_url = excluded.media_url
returning id, name, title, worksafe, source, source_name, url, media_url, slice_size`;

/** boards_name_key, or the whole table: it is small. */
const SELECT_BOARDS = `
select id, name, title, worksafe, source, source_name, url, media_url, slice_size from boards order by name`;

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
}

/**
 * Adds a board, or changes the one with that name. Idempotent. Trailing slashes of the addresses are removed.
 * @throws ConfigError for an invalid name or address.
 */
export async function upsertBoard(pool: pg.Pool, input: BoardInput): Promise<Board> {
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
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error('an upsert returns its row');
  return toBoard(row);
}

/** @throws ConfigError for an invalid name or address. */
export function assertBoardInput(input: BoardInput): void {
  const problems = boardProblems(input);
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
}

/** All boards, by name. */
export async function listBoards(pool: pg.Pool): Promise<Board[]> {
  const { rows } = await pool.query<BoardRow>(SELECT_BOARDS);
  return rows.map(toBoard);
}

/**
 * Reads a file of boards: `[{"name", "title", "source", "source_name", "url", "media_url", "worksafe"}]`. Only name and url are
 * required.
 * @throws ConfigError that lists all invalid entries.
 */
export function readBoardsFile(path: string): BoardInput[] {
  const entries = readEntries(path);
  const problems: string[] = [];
  const boards = entries.flatMap((entry, index) => {
    const at = `${path}, board ${index + 1}`;
    const board = toBoardInput(entry);
    if (typeof board === 'string') {
      problems.push(`${at}: ${board}`);
      return [];
    }
    problems.push(...boardProblems(board).map((problem) => `${at}: ${problem}`));
    return [board];
  });
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
  return boards;
}

function readEntries(path: string): unknown[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`cannot read the boards in ${path}: ${toError(error).message}`, { cause: error });
  }
  if (!Array.isArray(content)) throw new ConfigError(`${path} must contain a list of boards: [{"name": …, "url": …}]`);
  return content;
}

/** The board, or a sentence that says why the entry is invalid. */
function toBoardInput(entry: unknown): BoardInput | string {
  if (typeof entry !== 'object' || entry === null) return 'must be an object';
  const {
    name,
    title = name,
    source = '4chan',
    source_name: sourceName,
    url,
    media_url: mediaUrl = url,
    worksafe = true,
    ...rest
  } = entry as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return `"${unknown}" is not a setting of a board`;
  if (
    typeof name !== 'string' ||
    typeof title !== 'string' ||
    typeof source !== 'string' ||
    (sourceName !== undefined && typeof sourceName !== 'string') ||
    typeof url !== 'string' ||
    typeof mediaUrl !== 'string'
  ) {
    return 'name, title, source, source_name, url and media_url must be text';
  }
  if (typeof worksafe !== 'boolean') return 'worksafe must be true or false';
  return {
    name,
    title,
    worksafe,
    source: source as SourceKind,
    ...(sourceName !== undefined && { sourceName }),
    url,
    mediaUrl,
  };
}

function boardProblems(input: BoardInput): string[] {
  const problems: string[] = [];
  if (!isBoardName(input.name)) {
    problems.push(`"${input.name}" cannot be a board's name: lower case letters, digits, - and _, at most 32`);
  }
  if (!SOURCE_KINDS.includes(input.source)) {
    problems.push(`unknown source "${input.source}"; known sources: ${SOURCE_KINDS.join(', ')}`);
  }
  if (input.sourceName !== undefined && !SOURCE_NAME.test(input.sourceName)) {
    problems.push(`"${input.sourceName}" is not a valid source name of a board`);
  }
  for (const [setting, address] of [
    ['url', input.url],
    ['media_url', input.mediaUrl],
  ] as const) {
    const problem = addressProblem(address);
    if (problem !== null) problems.push(`${setting} "${address}" ${problem}`);
  }
  if (input.sliceSize !== undefined && !(Number.isSafeInteger(input.sliceSize) && input.sliceSize > 0)) {
    problems.push('the slice size must be a whole number above 0');
  }
  return problems;
}

/** One segment of a path; `..` and slashes are not allowed. */
const SOURCE_NAME = /^(?!\.+$)[\w.+-]{1,100}$/;

/** Addresses of requests are these with a path appended. */
function addressProblem(address: string): string | null {
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
  };
}
