/** The hits of the pages after this one, which the viewer goes on with. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MorePosts } from '../../../lib/viewer.ts';
import { type Search, searchQuery } from '../queries.ts';

/** `next`: the cursor of the next page; null on the last one. */
export function useMoreHits({ q, sort, group }: Search, next: string | null): MorePosts | null {
  const queryClient = useQueryClient();
  return useMemo(
    () => moreHits(queryClient, { q, sort, group, cursor: undefined }, next),
    [queryClient, q, sort, group, next],
  );
}

function moreHits(queryClient: QueryClient, search: Search, cursor: string | null): MorePosts | null {
  if (cursor === null) return null;
  return async () => {
    const { hits, next } = await queryClient.fetchQuery(searchQuery({ ...search, cursor }));
    return { posts: hits, more: moreHits(queryClient, search, next) };
  };
}
