import type { Board } from './board.ts';

/** Where a board's source has a thread's document, from the board's url on. Refusals are kept by that address. */
export function threadPath(board: Pick<Board, 'source' | 'name'>, thread: number): string {
  switch (board.source) {
    case '4chan':
      return `/${board.name}/thread/${thread}.json`;
  }
}
