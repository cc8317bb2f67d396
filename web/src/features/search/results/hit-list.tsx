import { lazy, memo, Suspense } from 'react';
import type { Hit as HitData } from '../../../../../mappings/contract/search.ts';
import { postId } from '../../../components/post/foolfuuka.ts';
import { isBackNavigation } from '../../../lib/back-navigation.ts';
import { useReaderFilters } from '../../../lib/filtered-posts.ts';
import { postKey, useHiddenPosts } from '../../../lib/hidden-posts.ts';
import { useCameWithPage } from '../../../lib/hydration/render-record.ts';
import { useIsPainted } from '../../../lib/rendering.ts';
import { usePreviewPosts } from '../../../lib/preview-posts.ts';
import { type MorePosts, usePageFiles } from '../../../lib/viewer.ts';
import type { View } from '../params.ts';
import { Hit } from './hit.tsx';
import { hitKey } from './hit-key.ts';

const PictureHits = lazy(async () => ({ default: (await import('./picture-hits.tsx')).PictureHits }));

/** More than fit on a screen. The compact and image views show more hits and are rendered whole. */
const FIRST_HITS = 10;

/** The target of the skip link. */
const RESULTS = 'results';

interface HitListProps {
  readonly hits: readonly HitData[];
  readonly view: View | undefined;
  /** False for hits beside those of the search. */
  readonly isMain?: boolean;
  /** The query, which opened threads are searched for too. */
  readonly carried?: string | undefined;
  /** The hits after these; null on the last page. */
  readonly more?: MorePosts | null;
}

/** Renders the first screen of hits immediately and the rest one frame later. */
export function HitList({ hits, view, isMain = true, carried, more = null }: HitListProps) {
  usePageFiles(hits, more);
  usePreviewPosts(hits);
  useReaderFilters(hits);
  const hidden = useHiddenPosts();
  const cameWhole = useCameWithPage();
  const isPainted = useIsPainted(hits) || cameWhole;
  const isLong = hits.length > FIRST_HITS && (view === undefined || view === 'threads');
  const isPart = isLong && !isPainted && !isBackNavigation();
  if (view === 'gallery') return <Pictures hits={hits} />;
  const shown = isPart ? hits.slice(0, FIRST_HITS) : hits;
  const ids = shown.map(postId);
  return (
    <article className={isMain ? 'clearfix thread' : undefined} role="none">
      <aside
        id={isMain ? RESULTS : undefined}
        tabIndex={-1}
        role="feed"
        className="posts"
        data-hits={view ?? 'list'}
        aria-busy={isPart ? true : undefined}
      >
        {shown.map((hit, at) => (
          <Hit
            key={hitKey(hit)}
            hit={hit}
            isHidden={hidden.has(postKey(hit))}
            isCompact={view === 'compact'}
            isFirst={isMain && ids.indexOf(ids[at] ?? '') === at}
            carried={carried}
          />
        ))}
      </aside>
    </article>
  );
}

/** Memoised: React discards the server's HTML if its parent is rendered again before the script is loaded. */
const Pictures = memo(function Pictures({ hits }: { readonly hits: readonly HitData[] }) {
  return (
    <Suspense fallback={<p className="catalog-waiting" aria-busy="true" />}>
      <PictureHits hits={hits} id={RESULTS} />
    </Suspense>
  );
});
