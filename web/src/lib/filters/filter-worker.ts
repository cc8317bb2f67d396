/** Finds posts in a thread of its own, so that a slow expression does not block the page and can be stopped. */
import { finderOf } from './match.ts';
import type { Filter } from './syntax.ts';
import type { FilteredPost } from './values.ts';

export interface FilterRequest {
  readonly id: number;
  readonly filters: readonly Filter[];
  readonly posts: readonly FilteredPost[];
}

/** A filter begins, or all posts were looked at: the keys of found posts by the line of the filter. */
export type FilterAnswer =
  | { readonly id: number; readonly begins: number }
  | { readonly id: number; readonly found: ReadonlyMap<number, readonly string[]> };

const answer = (message: FilterAnswer) => {
  // The only listener is the page that started the worker.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  postMessage(message);
};

addEventListener('message', ({ data: { id, filters, posts } }: MessageEvent<FilterRequest>) => {
  const found = new Map<number, readonly string[]>();
  for (const filter of filters) {
    // Exact texts take no time, and lists of them are long.
    if (filter.flags !== null) answer({ id, begins: filter.line });
    const keys = finderOf(filter)(posts);
    if (keys.length > 0) found.set(filter.line, keys);
  }
  answer({ id, found });
});
