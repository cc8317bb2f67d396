import { nearest } from '../../../platform/nearest.ts';
import { QueryError, replaceSpan } from './query-error.ts';
import { leavesOf, type Query } from './tree.ts';

/** @throws QueryError board_unknown for the first board that the archive does not have, with the nearest one it has. */
export function refuseUnknownBoards(query: Query, text: string, known: readonly string[]): void {
  for (const leaf of leavesOf(query.root)) {
    if (leaf.kind !== 'board') continue;
    for (const { name, span } of leaf.boards) {
      if (known.includes(name)) continue;
      const near = nearest(name, known, 2);
      throw new QueryError('board_unknown', `There is no board "${name}" here.`, {
        span,
        suggestion: near && replaceSpan(text, span, near),
      });
    }
  }
}
