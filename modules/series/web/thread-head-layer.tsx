import { lazy, memo, Suspense } from 'react';
import { PAGE_DATA } from '../../../web/src/lib/hydration/page-data.ts';
import type { ThreadHeadProps } from '../../../web/src/lib/module.ts';

const load = async () => ({ default: (await import('./thread-head.tsx')).SeriesOfThread });
const SeriesOfThread = lazy(load);

/** The script of the line. During hydration the server's HTML has the line, and nothing waits for its script. */
export async function preloadThreadHead(): Promise<void> {
  const isHydrating = typeof document !== 'undefined' && document.getElementById(PAGE_DATA) !== null;
  if (!isHydrating) await load();
}

/** Memoised: React discards the server's HTML if its parent is rendered again before the script is loaded. */
export const ThreadHead = memo(function ThreadHead(props: ThreadHeadProps) {
  return (
    <Suspense>
      <SeriesOfThread {...props} />
    </Suspense>
  );
});
