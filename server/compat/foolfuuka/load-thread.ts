/** A thread by FoolFuuka's API, as bytes. One that was printed already is not read again. */
import type { Board } from '../../../mappings/board.ts';
import type { AnswerMemory, PrintedBody } from '../../answer-memory.ts';
import type { ThreadRows } from '../../threads/rows.ts';
import type { ThreadState } from '../../threads/sql.ts';
import { stateName, type ThreadStates } from '../../threads/states.ts';
import type { PrintPost } from '../../threads/printed-posts.ts';
import { hasOpener } from './load.ts';
import type { Surroundings } from './post.ts';
import { threadBody } from './threads.ts';

export interface ThreadDesk {
  readonly rows: ThreadRows;
  readonly states: ThreadStates;
  readonly memory: AnswerMemory;
  readonly print: PrintPost<Surroundings>;
}

export interface ThreadAsked {
  readonly board: Board;
  readonly num: number;
  /** Only what came after this doc_id; null for all. */
  readonly after: number | null;
  /** Only the newest replies; null for all. */
  readonly limit: number | null;
  readonly around: Surroundings;
}

export interface FoundThread extends PrintedBody {
  /** When any of its rows last changed. */
  readonly modified: Date;
}

/** What nobody need be asked for; null where PostgreSQL must be. */
export function knownThread({ states, memory }: ThreadDesk, asked: ThreadAsked): FoundThread | null {
  const state = states.known(asked.board.id, asked.num);
  return state === null ? null : recall(memory, asked, state);
}

/** null without such a thread, or without an opener that may be shown. The body is empty where nothing came after `after`. */
export async function loadFoolFuukaThread(desk: ThreadDesk, asked: ThreadAsked): Promise<FoundThread | null> {
  const { rows, states, memory, print } = desk;
  const { board, num, after, limit, around } = asked;
  // Who hears of nothing asks what changed first: mostly nothing did.
  const before = states.isHearing ? null : recall(memory, asked, await states.read(board.id, num));
  if (before !== null) return before;
  // What is shown of a whole thread is printed while it is read.
  const isWhole = after === null && limit === null;
  const { state, rows: all } = await rows.read(board, num, isWhole ? (row) => print(row, around) : undefined);
  const known = recall(memory, asked, state);
  if (known !== null) return known;
  if (state.modified === null || !hasOpener(all, num)) return null;
  const posts = after === null ? all : all.filter((row) => Number(row.doc_id) > after);
  const replies = posts.filter((row) => !row.opener);
  const shown = limit === null ? replies : replies.slice(-limit);
  const op = posts.find((row) => row.opener);
  const isNothingNew = after !== null && posts.length === 0;
  const body = isNothingNew
    ? ''
    : threadBody({
        num,
        op: op === undefined ? null : print(op, around),
        posts: shown.map((row) => print(row, around)),
      });
  return { ...memory.keep(placeOf(asked), versionOf(asked, state), body), modified: state.modified };
}

function recall(memory: AnswerMemory, asked: ThreadAsked, state: ThreadState): FoundThread | null {
  if (state.modified === null) return null;
  const known = memory.recall(placeOf(asked), versionOf(asked, state));
  return known === null ? null : { body: known.body, etag: known.etag, modified: state.modified };
}

function placeOf({ board, num, after, limit, around }: ThreadAsked): string {
  return `${board.id}/${num} ${after} ${limit} ${around.site.base}`;
}

function versionOf({ around }: ThreadAsked, state: ThreadState): string {
  return `${around.name} ${stateName(state)}`;
}
