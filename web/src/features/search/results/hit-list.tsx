import type { Hit as HitData } from '../../../../../mappings/contract/search.ts';
import { Picture } from '../../../components/post/post-file.tsx';
import { postNumber } from '../../../components/post/post-head.tsx';
import { postAddress } from '../../../lib/addresses.ts';
import { isBackNavigation } from '../../../lib/back-navigation.ts';
import { t } from '../../../lib/messages.ts';
import { useIsPainted } from '../../../lib/rendering.ts';
import type { View } from '../params.ts';
import { Hit } from './hit.tsx';
import { hitKey } from './new-hits-button.tsx';

/** More than fill a screen. The compact and image views fit more and are rendered whole. */
const FIRST_HITS = 10;

interface HitListProps {
  readonly hits: readonly HitData[];
  readonly view: View | undefined;
}

/** Renders the first screen of hits at once and the rest one frame later. */
export function HitList({ hits, view }: HitListProps) {
  const isPainted = useIsPainted(hits);
  const isLong = hits.length > FIRST_HITS && (view === undefined || view === 'threads');
  const isPart = isLong && !isPainted && !isBackNavigation();
  return (
    <ol className={view === undefined ? 'hits' : `hits hits-${view}`} aria-busy={isPart ? true : undefined}>
      {(isPart ? hits.slice(0, FIRST_HITS) : hits).map((hit) => (
        <li key={hitKey(hit)}>{view === 'gallery' ? <PictureHit hit={hit} /> : <Hit hit={hit} />}</li>
      ))}
    </ol>
  );
}

const THUMBNAIL = 200;

/** A hit in the image view: its thumbnail and a link to the post. */
function PictureHit({ hit }: { readonly hit: HitData }) {
  if (hit.file === null) return null;
  return (
    <article className="picture-hit" aria-label={t('post.on-board', { number: postNumber(hit), board: hit.board })}>
      <Picture file={hit.file} deleted={hit.time_deleted_file !== null} limit={THUMBNAIL} />
      <a href={postAddress(hit)}>
        /{hit.board}/{hit.num}
      </a>
    </article>
  );
}
