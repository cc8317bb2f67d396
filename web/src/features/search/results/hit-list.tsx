import type { Hit as HitData } from '../../../../../mappings/contract/search.ts';
import { GalleryPiece } from '../../../components/post/gallery-piece.tsx';
import { isBackNavigation } from '../../../lib/back-navigation.ts';
import { postKey, useHiddenPosts } from '../../../lib/hidden-posts.ts';
import { useCameWithPage } from '../../../lib/hydration/render-record.ts';
import { useIsPainted } from '../../../lib/rendering.ts';
import { usePageFiles } from '../../../lib/viewer.ts';
import type { View } from '../params.ts';
import { Hit } from './hit.tsx';
import { hitKey } from './new-hits-button.tsx';

/** More than fill a screen. The compact and image views fit more and are rendered whole. */
const FIRST_HITS = 10;

/** The skip link leads here. */
const RESULTS = 'results';

interface HitListProps {
  readonly hits: readonly HitData[];
  readonly view: View | undefined;
  /** The query, to be searched in opened threads too. */
  readonly carried?: string | undefined;
}

/** Renders the first screen of hits at once and the rest one frame later. */
export function HitList({ hits, view, carried }: HitListProps) {
  usePageFiles(hits);
  const hidden = useHiddenPosts();
  const cameWhole = useCameWithPage();
  const isPainted = useIsPainted(hits) || cameWhole;
  const isLong = hits.length > FIRST_HITS && (view === undefined || view === 'threads');
  const isPart = isLong && !isPainted && !isBackNavigation();
  if (view === 'gallery') return <PictureHits hits={hits} />;
  return (
    <ol
      id={RESULTS}
      tabIndex={-1}
      className={view === undefined ? 'hits' : `hits hits-${view}`}
      aria-busy={isPart ? true : undefined}
    >
      {(isPart ? hits.slice(0, FIRST_HITS) : hits).map((hit) => (
        <li key={hitKey(hit)}>
          <Hit hit={hit} isHidden={hidden.has(postKey(hit))} isCompact={view === 'compact'} carried={carried} />
        </li>
      ))}
    </ol>
  );
}

function PictureHits({ hits }: Pick<HitListProps, 'hits'>) {
  return (
    <ol id={RESULTS} tabIndex={-1} className="hits gallery-grid">
      {hits.map(
        (hit) =>
          hit.file !== null && (
            <GalleryPiece key={hitKey(hit)} post={hit} file={hit.file} name={`/${hit.board}/${hit.num}`} />
          ),
      )}
    </ol>
  );
}
