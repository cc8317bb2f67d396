import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { BoardSummary } from '../../mappings/contract/board.ts';
import { cachedLoader } from '../cache/cached-loader.ts';
import type { PostgresProbe } from '../visibility/postgres-probe.ts';
import { listBoards } from '../../store/boards/boards.ts';
import { loadBoardViews, loadNewestModeration } from './load.ts';

/** The boards, cached for some seconds. While PostgreSQL is away they come from the fallback snapshot. */
export interface BoardDirectory {
  /** By name. @throws UnavailableError */
  all(): Promise<readonly Board[]>;
  /** null only after a read that is at most a second old. @throws UnavailableError */
  find(name: string): Promise<Board | null>;
  /**
   * Boards, by name, whose unarchived files readers may load from the source: all boards, or none unless the operator allows it.
   * @throws UnavailableError
   */
  filesAtSource(): Promise<ReadonlyMap<string, Board>>;
  /** With numbers of posts, which are counted again after each hide, show or purge. @throws UnavailableError */
  views(): Promise<readonly BoardSummary[]>;
}

const BOARDS_FRESH_MS = 5_000;
const MISS_FRESH_MS = 1_000;
const VIEWS_FRESH_MS = 5_000;

const NO_BOARDS: ReadonlyMap<string, Board> = new Map();

/**
 * @param sourceFiles Whether readers may load files from their source.
 * @param hasContact Whether readers can reach the operator, which some flags of boards need.
 */
export function createBoardDirectory(
  pool: Pool,
  postgres: PostgresProbe,
  clock: () => Date,
  sourceFiles: boolean,
  hasContact: boolean,
): BoardDirectory {
  const boards = cachedLoader(async () => listBoards(pool), clock);
  const views = cachedLoader(async () => loadBoardViews(pool, await boards(BOARDS_FRESH_MS), hasContact), clock);
  let countedModeration = 0;
  const read = async (freshMs: number) =>
    postgres.readOrFallback(
      async () => boards(freshMs),
      async (snapshot) => (await snapshot.boards()).boards,
    );
  return {
    all: async () => read(BOARDS_FRESH_MS),
    async find(name) {
      return byName(await read(BOARDS_FRESH_MS), name) ?? byName(await read(MISS_FRESH_MS), name);
    },
    async filesAtSource() {
      return sourceFiles ? new Map((await read(BOARDS_FRESH_MS)).map((board) => [board.name, board])) : NO_BOARDS;
    },
    views: async () =>
      postgres.readOrFallback(
        async () => {
          const newest = await loadNewestModeration(pool);
          const isFresh = newest <= countedModeration;
          countedModeration = Math.max(countedModeration, newest);
          return views(isFresh ? VIEWS_FRESH_MS : 0);
        },
        async (snapshot) => (await snapshot.boards()).views,
      ),
  };
}

function byName(list: readonly Board[], name: string): Board | null {
  return list.find((board) => board.name === name) ?? null;
}
