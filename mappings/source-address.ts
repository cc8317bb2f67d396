import type { Board } from './board.ts';

/** A board is at its source under its own name unless it says another. */
type ThreadsBoard = Pick<Board, 'source' | 'name'> & Partial<Pick<Board, 'sourceName'>>;

/** Where a board's source has a thread's document, from the board's url on. Refusals are kept by that address. */
export function threadPath(board: ThreadsBoard, thread: number): string {
  const name = encodeURIComponent(board.sourceName ?? board.name);
  switch (board.source) {
    case '4chan':
      return `/${name}/thread/${thread}.json`;
    case 'vichan':
      return `/${name}/res/${thread}.json`;
    case 'foolfuuka':
      return `/_/api/chan/thread/?board=${name}&num=${thread}`;
    case 'pipermail':
      // Its documents hold months of threads.
      return `/${name}/`;
  }
}
