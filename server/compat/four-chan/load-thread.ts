/** A thread by the 4chan API, as bytes. One that was printed already is not read again. */
import type { Board } from '../../../mappings/board.ts';
import { toPost } from '../../../mappings/postgres/post-row.ts';
import type { AnswerMemory, PrintedBody } from '../../answer-memory.ts';
import type { ThreadRows } from '../../threads/rows.ts';
import type { ArchivedRow, ThreadState } from '../../threads/sql.ts';
import { stateName, type ThreadStates } from '../../threads/states.ts';
import { bodyOf, createPostPrinter, onePerKey, PrintedPost, type PrintPost } from '../../threads/printed-posts.ts';
import { openerJson, postJson } from './thread-json.ts';

export interface ThreadDesk {
  readonly rows: ThreadRows;
  readonly states: ThreadStates;
  readonly memory: AnswerMemory;
  readonly print: PrintPost<SourceOfPosts>;
}

export interface FoundThread extends PrintedBody {
  /** When any of its rows last changed. */
  readonly modified: Date;
}

/** What nobody need be asked for; null where PostgreSQL must be. */
export function knownFourChanThread({ states, memory }: ThreadDesk, board: Board, num: number): FoundThread | null {
  const state = states.known(board.id, num);
  return state === null ? null : recall(memory, board, num, state);
}

/** null when there is no such thread, or its opener may not be shown: no client reads such a thread. */
export async function loadFourChanThread(desk: ThreadDesk, board: Board, num: number): Promise<FoundThread | null> {
  const { rows, states, memory, print } = desk;
  // Who hears of nothing asks what changed first: mostly nothing did.
  const before = states.isHearing ? null : recall(memory, board, num, await states.read(board.id, num));
  if (before !== null) return before;
  // Replies are printed while the thread is read.
  const onFresh = (row: ArchivedRow) => row.opener || row.subnum > 0 || print(row, sourceOf(board));
  const { state, rows: all } = await rows.read(board, num, onFresh);
  const known = recall(memory, board, num, state);
  if (known !== null) return known;
  // Ghost posts have no number that the API could give them.
  const shown = all.filter(({ subnum }) => subnum === 0);
  const opener = shown.find((row) => row.opener);
  if (opener === undefined || state.modified === null) return null;
  const replies = shown.filter((row) => !row.opener);
  const images = replies.filter((row) => row.media_type !== null);
  const first = new PrintedPost(JSON.stringify(openerJson(board, toPost(opener), replies.length, images.length)));
  const posts = [first, ...replies.map((row) => print(row, sourceOf(board)))];
  const body = bodyOf(['{"posts":[', posts, ']}']);
  return { ...memory.keep(placeOf(board, num), versionOf(board, state), body), modified: state.modified };
}

/** All that a reply's JSON depends on beside its row. */
type SourceOfPosts = Pick<Board, 'source'>;

const sourceOf = onePerKey(
  ({ source }: SourceOfPosts): SourceOfPosts => ({ source }),
  ({ source }) => source,
);

export function createFourChanPrinter(): PrintPost<SourceOfPosts> {
  return createPostPrinter((row: ArchivedRow, board) => JSON.stringify(postJson(board, toPost(row))));
}

function recall(memory: AnswerMemory, board: Board, num: number, state: ThreadState): FoundThread | null {
  if (state.modified === null) return null;
  const known = memory.recall(placeOf(board, num), versionOf(board, state));
  return known === null ? null : { body: known.body, etag: known.etag, modified: state.modified };
}

function placeOf({ id }: Board, num: number): string {
  return `${id}/${num}`;
}

function versionOf({ source }: Board, state: ThreadState): string {
  return `${source} ${stateName(state)}`;
}
