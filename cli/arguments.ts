/** Reads command-line arguments: names of boards, numbers. A wrong one ends the command with exit code 2. */
import { InvalidArgumentError } from 'commander';
import type pg from 'pg';
import type { Board } from '../mappings/board.ts';
import { closestName } from '../mappings/closest-name.ts';
import { AppError } from '../platform/errors.ts';
import { listBoards } from '../store/boards/boards.ts';

/** The command line is wrong. The command changes nothing and ends with exit code 2. */
export class UsageError extends AppError {
  constructor(message: string) {
    super('usage', message);
  }
}

const MAX_EDITS = 2;

/** ` Did you mean …?` for the candidate that `text` probably misspells; empty when there is none. */
export function didYouMean(text: string, candidates: Iterable<string>, maxEdits = MAX_EDITS): string {
  // Replacing every letter is no misspelling: `x` does not mean `g`.
  const closest = closestName(text, candidates, Math.min(maxEdits, text.length - 1));
  return closest === null ? '' : ` Did you mean ${closest}?`;
}

/**
 * The boards with these names, each once, in the order of the names; every board for no names. `/g/` is `g`.
 * @throws UsageError for a name without a board; it suggests the closest name.
 */
export async function readBoards(pool: pg.Pool, names: readonly string[]): Promise<readonly Board[]> {
  const boards = await listBoards(pool);
  if (names.length === 0) return boards;
  const byName = new Map(boards.map((board) => [board.name, board]));
  const found = names.map((written) => {
    const name = written.replace(/^\/(.*)\/$/, '$1');
    const board = byName.get(name);
    if (board === undefined) throw new UsageError(`there is no board /${name}/.${boardHint(name, byName)}`);
    return board;
  });
  return [...new Set(found)];
}

function boardHint(name: string, boards: ReadonlyMap<string, Board>): string {
  if (boards.size === 0) return ' Add one: sagasu board add --help';
  return didYouMean(name, boards.keys()) || ' List boards: sagasu board list';
}

/** @throws UsageError as readBoards does. */
export async function readBoard(pool: pg.Pool, name: string): Promise<Board> {
  const [board] = await readBoards(pool, [name]);
  if (board === undefined) throw new UsageError(`there is no board /${name}/`);
  return board;
}

/** A parser for commander: whole numbers from 1 to `max`. */
export function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < 1 || value > max) {
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
    }
    return value;
  };
}
