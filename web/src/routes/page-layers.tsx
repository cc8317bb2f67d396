import { PostMenuLayer } from '../components/post/post-menu-layer.tsx';
import { QuotePreviewLayer } from '../components/post/quote-preview-layer.tsx';
import { StaffLayer, staffItems } from '../features/admin/in-place/staff-entry.tsx';
import { ReplyLayer } from '../features/reply/reply-layer.tsx';
import { ReportLayer } from '../features/report/report-layer.tsx';
import { FileSearch } from '../features/search/file-search.tsx';
import { PageShortcuts } from '../features/shortcuts/page-shortcuts.tsx';
import { MediaLayer } from '../features/viewer/media-layer.tsx';
import { useIsStaff } from '../lib/staff.ts';

/** What opens above the page, and listens to the keyboard and the mouse on all of it. */
export function PageLayers() {
  const isStaff = useIsStaff();
  return (
    <>
      <QuotePreviewLayer />
      <MediaLayer />
      <PostMenuLayer {...(isStaff && { more: staffItems })} />
      {isStaff && <StaffLayer />}
      <ReportLayer />
      <ReplyLayer />
      <FileSearch />
      <PageShortcuts />
    </>
  );
}
