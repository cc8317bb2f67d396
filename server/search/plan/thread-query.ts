/** Conditions on the opening post of a thread, and the posts of the threads for which they hold. */
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import type { ThreadSet } from './find-threads.ts';
import { looked, quoteKey, type OpenerLeaf, type QuoteLeaf, type Resolved } from './resolved-conditions.ts';
import { anyOf, NOTHING, type QueryContainer } from './clauses.ts';
import { holdsTerm, textQuery } from './text-query.ts';

/** `index.max_terms_count`: more values at once are refused. */
export const MAX_TERMS = 65_536;

/** What the opening post itself must match. */
export function openerQuery(leaf: OpenerLeaf): QueryContainer {
  if (!holdsTerm(leaf.text)) return NOTHING;
  return textQuery(leaf.field === 'op.subject' ? 'subject' : 'comment', leaf, null);
}

/** By the num of the thread, which is a number: as a word it takes twice the time (measured with 10,000 to 1,000,000). */
export function inThreads(threads: ThreadSet): QueryContainer {
  return anyOf(
    [...threads].flatMap(([board, nums]): QueryContainer[] => {
      if (nums.length === 0) return [];
      const chunks = Array.from({ length: Math.ceil(nums.length / MAX_TERMS) }, (_, place) => ({
        terms: { thread: nums.slice(place * MAX_TERMS, (place + 1) * MAX_TERMS) },
      }));
      return [{ bool: { filter: [{ term: { board } }, anyOf(chunks)] } }];
    }),
  );
}

export function quoteQuery(leaf: QuoteLeaf, resolved: Resolved): QueryContainer {
  if (leaf.direction === 'quoted-by') {
    const ids = looked(resolved.quoted, quoteKey(leaf)).map((key) => documentId({ ...key, subnum: 0 }));
    return ids.length === 0 ? NOTHING : { ids: { values: ids } };
  }
  const boards = leaf.board === null ? resolved.boards : [leaf.board];
  return boards.length === 0 ? NOTHING : { terms: { quotes: boards.map((board) => `${board}.${leaf.num}`) } };
}
