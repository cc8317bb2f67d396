/** Queries for leaves about threads and links between posts: op.subject:, op.comment:, quotes: and quoted-by:. */
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import { anyOf, NOTHING, type QueryContainer } from '../elasticsearch/clauses.ts';
import {
  boardsOfQuote,
  quoteKey,
  requireResolved,
  type ThreadTextLeaf,
  type QuoteLeaf,
  type ResolvedConditions,
  type ThreadSet,
} from './resolved-conditions.ts';
import { holdsTerm } from '../../../mappings/text-analysis/fold.ts';
import { textQuery } from './text-query.ts';

/** `index.max_terms_count`: Elasticsearch refuses more values in one clause. */
export const MAX_TERMS = 65_536;

/** The conditions on the opening post itself. */
export function threadTextQuery(leaf: ThreadTextLeaf, olderTexts = false): QueryContainer {
  if (!holdsTerm(leaf.text)) return NOTHING;
  return textQuery(leaf.field, leaf, null, olderTexts);
}

/**
 * All posts of the threads, by the number of the opening post (`thread`). The keyword `thread_id`, by which hits are grouped, takes
 * twice the time (measured with 10,000 to 1,000,000 threads).
 */
export function postsOfThreads(threads: ThreadSet): QueryContainer {
  return anyOf(
    [...threads].flatMap(([board, nums]): QueryContainer[] => {
      if (nums.length === 0) return [];
      const chunks = Array.from({ length: Math.ceil(nums.length / MAX_TERMS) }, (_, index) => ({
        terms: { thread: nums.slice(index * MAX_TERMS, (index + 1) * MAX_TERMS) },
      }));
      return [{ bool: { filter: [{ term: { board } }, anyOf(chunks)] } }];
    }),
  );
}

export function quoteQuery(leaf: QuoteLeaf, resolved: ResolvedConditions): QueryContainer {
  if (leaf.direction === 'quoted-by') {
    const ids = requireResolved(resolved.quoted, quoteKey(leaf)).map((key) => documentId({ ...key, subnum: 0 }));
    return ids.length === 0 ? NOTHING : { ids: { values: ids } };
  }
  const boards = boardsOfQuote(leaf, resolved.boards);
  return boards.length === 0 ? NOTHING : { terms: { quotes: boards.map((board) => `${board}.${leaf.num}`) } };
}
