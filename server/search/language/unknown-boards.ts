import { closestName } from '../../../mappings/closest-name.ts';
import { QueryError, replaceSpan } from './query-error.ts';
import { leavesOf, type NamedBoard, type Query } from './tree.ts';

/** Every board that the query speaks of; `>>>/g/123` as a word is none of them, since a word never is an error. */
export function boardsNamed(query: Query, text: string): readonly NamedBoard[] {
  return [...leavesOf(query.root)].flatMap((leaf): readonly NamedBoard[] => {
    if (leaf.kind === 'board') return leaf.boards;
    if (leaf.kind !== 'quote' || leaf.board === null || text.startsWith('>', leaf.span.start)) return [];
    const written = text.slice(leaf.span.start, leaf.span.end);
    const start = leaf.span.start + Math.max(written.toLowerCase().lastIndexOf(`${leaf.board}/`), 0);
    return [{ name: leaf.board, span: { start, end: start + leaf.board.length } }];
  });
}

/** @throws QueryError board_unknown for the first board that the archive does not have, with the nearest one it has. */
export function refuseUnknownBoards(query: Query, text: string, known: readonly string[]): void {
  for (const { name, span } of boardsNamed(query, text)) {
    if (known.includes(name)) continue;
    const near = closestName(name, known, 2);
    throw new QueryError('board_unknown', `There is no board "${name}" here.`, {
      span,
      suggestion: near && replaceSpan(text, span, near),
    });
  }
}
