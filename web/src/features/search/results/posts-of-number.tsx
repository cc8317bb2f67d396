import { lazy, memo, Suspense } from 'react';
import { readPostReference } from '../../../lib/post-reference.ts';
import { useDebounced } from '../../../lib/timing.ts';
import { SETTLED_MS } from '../bar/query-draft.ts';

const ListedPostsOfNumber = lazy(async () => ({
  default: (await import('./listed-posts-of-number.tsx')).ListedPostsOfNumber,
}));

/**
 * For a query that is a post number or a post address: the posts with this number, on all boards unless the query names one. The search
 * finds the text in comments; these posts come from the database, so they are listed while the search index is unavailable too.
 * Memoised: React discards the server's HTML if its parent is rendered again before the script is loaded.
 */
export const PostsOfNumber = memo(function PostsOfNumber({ q }: { readonly q: string }) {
  const settled = useDebounced(q, SETTLED_MS);
  const reference = readPostReference(settled);
  if (reference === null || settled !== q) return null;
  return (
    <Suspense>
      <ListedPostsOfNumber reference={reference} />
    </Suspense>
  );
});
