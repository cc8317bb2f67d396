import { lazy, Suspense } from 'react';
import { useViewed } from '../../lib/viewer.ts';
import { HoverPreview } from './hover-preview.tsx';

const Viewer = lazy(async () => ({ default: (await import('./viewer.tsx')).Viewer }));

/** What shows files above the page: the viewer, and the preview under the mouse. */
export function MediaLayer() {
  const viewed = useViewed();
  return (
    <>
      <HoverPreview />
      {viewed !== null && (
        <Suspense>
          <Viewer viewed={viewed} />
        </Suspense>
      )}
    </>
  );
}
