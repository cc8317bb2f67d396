import { lazy, Suspense, useEffect } from 'react';
import { useHovered } from '../../lib/hover-preview.ts';
import { useViewed } from '../../lib/viewer.ts';

const HoverPreview = lazy(async () => ({ default: (await import('./hover-preview.tsx')).HoverPreview }));
const Viewer = lazy(async () => ({ default: (await import('./viewer.tsx')).Viewer }));

/** Shows files above the page: the viewer, and the preview under the mouse. */
export function MediaLayer() {
  const hovered = useHovered();
  const viewed = useViewed();
  useEffect(() => void import('./watch-drags.ts').then(({ watchDrags }) => watchDrags()), []);
  return (
    <>
      {hovered !== null && (
        <Suspense>
          <HoverPreview hovered={hovered} />
        </Suspense>
      )}
      {viewed !== null && (
        <Suspense>
          <Viewer viewed={viewed} />
        </Suspense>
      )}
    </>
  );
}
