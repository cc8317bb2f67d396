import type { Board } from '../../../mappings/contract/board.ts';

/** Only where the boards are known: an archive out of reach denies none. */
export function isUnknownBoard(boards: readonly Board[] | undefined, board: string): boolean {
  return boards?.every(({ name }) => name !== board) === true;
}
