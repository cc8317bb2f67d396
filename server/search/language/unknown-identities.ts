import { closestName } from '../../../mappings/closest-name.ts';
import type { Identity } from '../../../mappings/contract/identity.ts';
import { identityNamed } from '../../identities/directory.ts';
import { printValues } from './print.ts';
import { QueryError, replaceSpan } from './query-error.ts';
import { rawOf, tokenize } from './tokenize.ts';
import { leavesOf, type Leaf, type Query, type Span } from './tree.ts';

export type IdentityLeaf = Extract<Leaf, { kind: 'exact' }> & { readonly field: 'identity' };

export function isIdentityLeaf(leaf: Leaf): leaf is IdentityLeaf {
  return leaf.kind === 'exact' && leaf.field === 'identity';
}

/** @throws QueryError identity_unknown for the first that the archive does not know, with the nearest one it does. */
export function refuseUnknownIdentities(query: Query, text: string, known: readonly Identity[]): void {
  for (const leaf of [...leavesOf(query.root)].filter((one) => isIdentityLeaf(one))) {
    for (const name of leaf.values) {
      if (identityNamed(known, name) !== null) continue;
      const span = spanOf(name, leaf.span, text);
      const near = nearName(name, known);
      throw new QueryError('identity_unknown', `Nobody is known as "${name}" here.`, {
        span,
        suggestion: near === null ? null : replaceSpan(text, span, printValues('identity', [near])),
      });
    }
  }
}

/** A slip of the fingers, or the beginning of a longer name: `ann` for Ann Lee. */
function nearName(written: string, known: readonly Identity[]): string | null {
  const lower = written.toLowerCase();
  const near = closestName(
    lower,
    known.map(({ name }) => name.toLowerCase()),
    2,
  );
  const meant = (name: string) => (near === null ? name.startsWith(lower) : name === near);
  return known.find(({ name }) => meant(name.toLowerCase()))?.name ?? null;
}

/** Of one value of several, each with its own place. */
function spanOf(name: string, { start, end }: Span, text: string): Span {
  const [token] = tokenize(text.slice(start, end));
  const items = token?.kind === 'field' ? token.items : [];
  const item = items.find((one) => rawOf(one) === name);
  return item === undefined ? { start, end } : { start: start + item.span.start, end: start + item.span.end };
}
