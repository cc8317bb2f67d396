/** Where a board is besides this archive: at its source, and in other archives. */
import type { Board } from '../../mappings/board.ts';
import type { Board as BoardView, BoardSummary } from '../../mappings/contract/board.ts';
import { sourcePages } from '../../mappings/sources.ts';
import type { OtherArchive } from '../../platform/setting-values.ts';

/** `board` undefined: the board was removed a moment ago, so its source is unknown. */
export function withElsewhere(
  view: BoardSummary,
  board: Board | undefined,
  archives: readonly OtherArchive[],
): BoardView {
  const pages = board === undefined ? null : sourcePages(board);
  const name = board?.sourceName ?? view.name;
  return {
    ...view,
    source: pages === null ? null : { name: pages.name, url: pages.url, post_url: pages.postUrl },
    other_archives: archives
      .filter(({ boards }) => boards === null || boards.has(name))
      .map((archive) => ({
        name: archive.name,
        post_url: archive.url.replaceAll('{board}', () => encodeURIComponent(name)),
      })),
  };
}
