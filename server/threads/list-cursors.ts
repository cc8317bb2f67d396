/** Cursors of the lists of threads. */
import type { Board } from '../../mappings/board.ts';
import { CursorError, type Cursor, type CursorCodec } from '../search/execute/cursor.ts';
import type { ListStart, ThreadOrder, ThreadPlace } from './list.ts';

/** A place always has the same cursor, so that caches and crawlers see one address for it. */
export function threadCursor(
  cursors: CursorCodec,
  board: Board,
  order: ThreadOrder,
  direction: Cursor['direction'],
  { at, num }: ThreadPlace,
): string {
  return cursors.encode({ direction, position: [at, num], now: 0 }, bindingOf(board, order));
}

/** @throws CursorError for a cursor of another list */
export function readThreadCursor(cursors: CursorCodec, board: Board, order: ThreadOrder, text: string): ListStart {
  const { direction, position } = cursors.decode(text, bindingOf(board, order));
  const [at, num] = position;
  if (at === undefined || num === undefined) throw new CursorError();
  return { direction, place: { at: order === 'created' ? num : at, num } };
}

function bindingOf(board: Board, order: ThreadOrder): string {
  return `threads\n${board.name}\n${order}`;
}
