import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { Board as BoardView } from '../contract/board.ts';
import { loadBoards, loadBoardViews } from './load.ts';

/** Every request asks for boards and they change by the month: what was read is good for a moment. */
export interface BoardDirectory {
  all(): Promise<readonly Board[]>;
  /** Looks again before it says that there is none, at most once a second. */
  find(name: string): Promise<Board | null>;
  /** With counts of posts. */
  views(): Promise<readonly BoardView[]>;
}

const BOARDS_FRESH_MS = 5_000;
const MISS_FRESH_MS = 1_000;
const VIEWS_FRESH_MS = 5_000;

export function createBoardDirectory(pool: Pool, clock: () => Date): BoardDirectory {
  const boards = remember(() => loadBoards(pool), clock);
  const views = remember(async () => loadBoardViews(pool, await boards(BOARDS_FRESH_MS)), clock);
  return {
    all: () => boards(BOARDS_FRESH_MS),
    async find(name) {
      return named(await boards(BOARDS_FRESH_MS), name) ?? named(await boards(MISS_FRESH_MS), name);
    },
    views: () => views(VIEWS_FRESH_MS),
  };
}

function named(list: readonly Board[], name: string): Board | null {
  return list.find((board) => board.name === name) ?? null;
}

/** Callers that come while a load is under way share it; a failed load is not remembered. */
function remember<T>(load: () => Promise<T>, clock: () => Date): (freshMs: number) => Promise<T> {
  let loaded: { readonly value: Promise<T>; readonly at: number } | undefined;
  return (freshMs) => {
    const now = clock().getTime();
    if (loaded === undefined || now - loaded.at >= freshMs) {
      const mine = { value: load(), at: now };
      loaded = mine;
      mine.value.catch(() => {
        if (loaded === mine) loaded = undefined;
      });
    }
    return loaded.value;
  };
}
