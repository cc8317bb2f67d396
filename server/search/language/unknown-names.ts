/** Refuses boards and identities that this archive does not have, and suggests the nearest existing name. */
import { closestName } from '../../../mappings/closest-name.ts';
import type { Identity } from '../../../mappings/contract/identity.ts';
import { foldPlain } from '../../../mappings/text-analysis/fold.ts';
import { identityNamed } from '../../identities/directory.ts';
import { withoutPartAt } from './parts.ts';
import { printValues } from './print.ts';
import { QueryError, replaceSpan } from './query-error.ts';
import { rawOf, tokenize } from './tokenize.ts';
import { leavesOf, type Leaf, type NamedBoard, type Query, type Span } from './tree.ts';

/** Every board that the query names. Those in words such as `>>>/g/123` do not count, since a word is never an error. */
export function boardsNamed(query: Query, text: string): readonly NamedBoard[] {
  return [...leavesOf(query.root)].flatMap((leaf): readonly NamedBoard[] => {
    if (leaf.kind === 'board') return leaf.boards;
    if (leaf.kind !== 'quote' || leaf.board === null || text.startsWith('>', leaf.span.start)) return [];
    const written = text.slice(leaf.span.start, leaf.span.end);
    const start = leaf.span.start + Math.max(written.toLowerCase().lastIndexOf(`${leaf.board}/`), 0);
    return [{ name: leaf.board, span: { start, end: start + leaf.board.length } }];
  });
}

/** @throws QueryError board_unknown for the first unknown board */
export function refuseUnknownBoards(query: Query, text: string, known: readonly string[]): void {
  for (const { name, span } of boardsNamed(query, text)) {
    if (known.includes(name)) continue;
    const near = closestName(name, known, 2);
    throw new QueryError('board_unknown', `No board "${name}" in this archive.`, {
      span,
      suggestion: near === null ? withoutBoard(query, text, name) : replaceSpan(text, span, near),
    });
  }
}

/** The query without the condition on this board, or with the other boards of its list; null if nothing is left. */
function withoutBoard(query: Query, text: string, name: string): string | null {
  const leaf = [...leavesOf(query.root)].find((one) => one.kind === 'board' && one.boards.some((b) => b.name === name));
  if (leaf?.kind !== 'board') return null;
  const others = leaf.boards.filter((board) => board.name !== name);
  if (others.length > 0) return replaceSpan(text, leaf.span, `board:${others.map((board) => board.name).join(',')}`);
  const rest = withoutPartAt(text, leaf.span);
  return rest === '' || rest === text ? null : rest;
}

export type IdentityLeaf = Extract<Leaf, { kind: 'exact' }> & { readonly field: 'identity' };

export function isIdentityLeaf(leaf: Leaf): leaf is IdentityLeaf {
  return leaf.kind === 'exact' && leaf.field === 'identity';
}

/** @throws QueryError identity_unknown for the first unknown identity */
export function refuseUnknownIdentities(query: Query, text: string, known: readonly Identity[]): void {
  for (const leaf of [...leavesOf(query.root)].filter((one) => isIdentityLeaf(one))) {
    for (const name of leaf.values) {
      if (identityNamed(known, name) !== null) continue;
      const span = spanOf(name, leaf.span, text);
      const near = nearName(name, known);
      throw new QueryError('identity_unknown', `No identity "${name}" in this archive.`, {
        span,
        suggestion: near === null ? null : replaceSpan(text, span, printValues('identity', [near])),
      });
    }
  }
}

/** A typing error, or the beginning of a longer name: `ann` for Ann Lee. */
function nearName(written: string, known: readonly Identity[]): string | null {
  const folded = foldPlain(written);
  const near = closestName(
    folded,
    known.map(({ name }) => foldPlain(name)),
    2,
  );
  const meant = (name: string) => (near === null ? name.startsWith(folded) : name === near);
  return known.find(({ name }) => meant(foldPlain(name)))?.name ?? null;
}

/** Position of one value of a list. */
function spanOf(name: string, { start, end }: Span, text: string): Span {
  const [token] = tokenize(text.slice(start, end));
  const items = token?.kind === 'field' ? token.items : [];
  const item = items.find((one) => rawOf(one) === name);
  return item === undefined ? { start, end } : { start: start + item.span.start, end: start + item.span.end };
}
