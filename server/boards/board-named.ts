import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { NotFoundError } from '../shared/errors.ts';
import type { BoardDirectory } from './directory.ts';
import { listBoards } from '../../store/boards/boards.ts';

/**
 * The board with this name: from the directory for readers, or from PostgreSQL for admins.
 * @throws NotFoundError `board_unknown`
 */
export async function boardNamed(boards: Pick<BoardDirectory, 'find'> | Pool, name: string): Promise<Board> {
  return 'find' in boards ? known(await boards.find(name)) : boardAmong(await listBoards(boards), name);
}

/** @throws NotFoundError `board_unknown` */
export function boardAmong(boards: readonly Board[], name: string): Board {
  return known(boards.find((board) => board.name === name));
}

function known(board: Board | null | undefined): Board {
  if (board === undefined || board === null)
    throw new NotFoundError('board_unknown', 'There is no such board in the archive.');
  return board;
}
