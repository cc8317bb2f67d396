import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { PostgresProbe } from '../visibility/postgres-probe.ts';
import type { Board as BoardView } from '../../mappings/contract/board.ts';
import { loadBoards, loadBoardViews, loadNewestModeration } from './load.ts';
import { cachedLoader } from '../cache/cached-loader.ts';

/** Every request asks for boards and they change by the month: what was read is good for a moment. */
export interface BoardDirectory {
  all(): Promise<readonly Board[]>;
  /** Looks again before it says that there is none, at most once a second. */
  find(name: string): Promise<Board | null>;
  /** With counts of posts, which follow at once when something is hidden or shown. */
  views(): Promise<readonly BoardView[]>;
}

const BOARDS_FRESH_MS = 5_000;
const MISS_FRESH_MS = 1_000;
const VIEWS_FRESH_MS = 5_000;

/** While PostgreSQL is away it knows the boards as they were last. */
export function createBoardDirectory(pool: Pool, archive: PostgresProbe, clock: () => Date): BoardDirectory {
  const boards = cachedLoader(() => loadBoards(pool), clock);
  const views = cachedLoader(async () => loadBoardViews(pool, await boards(BOARDS_FRESH_MS)), clock);
  let counted = 0;
  const list = async (freshMs: number) =>
    archive.read(
      async () => boards(freshMs),
      async (copy) => (await copy.boards()).boards,
    );
  /** Nobody is asked, and nothing waited for. */
  const known = () => (archive.isAway ? undefined : boards.known(BOARDS_FRESH_MS));
  return {
    all: async () => known() ?? list(BOARDS_FRESH_MS),
    async find(name) {
      return named(known() ?? (await list(BOARDS_FRESH_MS)), name) ?? named(await list(MISS_FRESH_MS), name);
    },
    views: async () =>
      archive.read(
        async () => {
          const newest = await loadNewestModeration(pool);
          const isFresh = newest <= counted;
          counted = Math.max(counted, newest);
          return views(isFresh ? VIEWS_FRESH_MS : 0);
        },
        async (copy) => (await copy.boards()).views,
      ),
  };
}

function named(list: readonly Board[], name: string): Board | null {
  return list.find((board) => board.name === name) ?? null;
}
