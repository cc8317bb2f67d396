import { lazy, Suspense } from 'react';
import { postKey } from '../../lib/hidden-posts.ts';
import { useReported } from '../../lib/report.ts';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

/** The dialog in which readers report a post, above the page. */
export function ReportLayer() {
  const post = useReported();
  if (post === null) return null;
  return (
    <Suspense>
      <ReportDialog key={postKey(post)} post={post} />
    </Suspense>
  );
}
