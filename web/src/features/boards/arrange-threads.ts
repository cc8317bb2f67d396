/** Filters and sorts the threads of a catalog's page. */
import { writtenText } from '../../../../mappings/comment/text-parts.ts';
import type { ThreadSummary } from '../../../../mappings/contract/thread-list.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import type { CardOrder } from './catalog-order.ts';

/** Threads with every word of the filter in the subject, comment, name or file name. */
export function filterThreads(threads: readonly ThreadSummary[], filter: string): readonly ThreadSummary[] {
  const words = fold(filter).split(/\s+/).filter(Boolean);
  if (words.length === 0) return threads;
  return threads.filter(({ opener }) => {
    const text = fold(
      [opener.subject, writtenText(opener.tokens), opener.name, opener.file?.name].filter(Boolean).join('\n'),
    );
    return words.every((word) => text.includes(word));
  });
}

/** A stable sort; without `order` the list's own order stays. */
export function orderThreads(
  threads: readonly ThreadSummary[],
  order: CardOrder | undefined,
): readonly ThreadSummary[] {
  return order === undefined ? threads : threads.toSorted((one, other) => other[order] - one[order]);
}

/** The threads that a filter of the reader puts first, in front of the others. */
export function topFirst(threads: readonly ThreadSummary[], top: ReadonlySet<string>): readonly ThreadSummary[] {
  const rank = ({ opener }: ThreadSummary) => (top.has(postKey(opener)) ? 0 : 1);
  return top.size === 0 ? threads : threads.toSorted((one, other) => rank(one) - rank(other));
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
