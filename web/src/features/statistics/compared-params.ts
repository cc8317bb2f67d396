import { isBoardName } from '../../../../mappings/board.ts';

/** Two sets of posts that a reader compares, each a board, a year or both, as in the address and in the form. '' means all of them. */
export interface ComparedParams {
  readonly board?: string | undefined;
  readonly year?: string | undefined;
  readonly with?: string | undefined;
  readonly with_year?: string | undefined;
}

/** Unknown values are ignored. */
export function readComparedParams(raw: Readonly<Record<string, unknown>>): ComparedParams {
  return {
    board: boardIn(raw['board']),
    year: yearIn(raw['year']),
    with: boardIn(raw['with']),
    with_year: yearIn(raw['with_year']),
  };
}

function boardIn(value: unknown): string | undefined {
  return typeof value === 'string' && (value === '' || isBoardName(value)) ? value : undefined;
}

function yearIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^(?:\d{4})?$/.test(value) ? value : undefined;
}
