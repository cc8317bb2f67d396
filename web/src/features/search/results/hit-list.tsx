import type { Hit as HitData } from '../../../../../mappings/contract/search.ts';
import { comesBack } from '../../../lib/back-navigation.ts';
import { usePainted } from '../../../lib/use-painted.ts';
import { Hit } from './hit.tsx';
import { hitKey } from './new-hits.ts';
import { PictureHit } from './picture-hit.tsx';
import type { View } from '../views.ts';

/** More than fill a screen; of pictures and lines it holds many more. */
const FIRST_HITS = 10;

interface HitListProps {
  readonly hits: readonly HitData[];
  readonly view: View | undefined;
}

/** The first screen of an answer at once, and what is below it a frame later. */
export function HitList({ hits, view }: HitListProps) {
  const isPainted = usePainted(hits);
  const isLong = hits.length > FIRST_HITS && (view === undefined || view === 'threads');
  const isPart = isLong && !isPainted && !comesBack();
  return (
    <ol className={view === undefined ? 'hits' : `hits hits-${view}`} aria-busy={isPart ? true : undefined}>
      {(isPart ? hits.slice(0, FIRST_HITS) : hits).map((hit) => (
        <li key={hitKey(hit)}>{view === 'gallery' ? <PictureHit hit={hit} /> : <Hit hit={hit} />}</li>
      ))}
    </ol>
  );
}
