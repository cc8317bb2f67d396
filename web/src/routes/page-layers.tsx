import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { expandedFile } from '../components/post/post-picture.tsx';
import { PostMenuLayer } from '../components/post/post-menu-layer.tsx';
import { QuotePreviewLayer } from '../components/post/quote-preview-layer.tsx';
import { StaffLayer, staffItems } from '../features/admin/in-place/staff-entry.tsx';
import { OwnPostsLayer } from '../features/own-posts/own-posts-layer.ts';
import { ReportLayer } from '../features/report/report-layer.tsx';
import { typingParts } from '../features/search/bar/use-search-as-you-type.ts';
import { FileSearch } from '../features/search/file-search.tsx';
import { PageShortcuts } from '../features/shortcuts/page-shortcuts.tsx';
import { MediaLayer } from '../features/viewer/media-layer.tsx';
import { formatDateAndTime } from '../lib/format.ts';
import { isPrinting } from '../lib/timing.ts';
import { useIsStaff } from '../lib/staff.ts';
import { useModules } from '../lib/use-modules.ts';

/** Popups and dialogs above the page, and listeners for keyboard and mouse on the whole page. */
export function PageLayers() {
  const isStaff = useIsStaff();
  const modules = useModules();
  useEffect(() => {
    const print = () => {
      // The browser lays out the paper when this listener returns.
      flushSync(() => isPrinting.write(true));
      const main = document.getElementById('main');
      if (main !== null) main.dataset['printed'] = `${window.location.href} · ${formatDateAndTime(Date.now())}`;
    };
    const end = () => isPrinting.write(false);
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  useEffect(() => {
    // Loaded before the reader types or opens a picture.
    for (const part of [typingParts, expandedFile]) part.load().catch(() => undefined);
  }, []);
  return (
    <>
      <OwnPostsLayer />
      <QuotePreviewLayer />
      <MediaLayer />
      <PostMenuLayer {...(isStaff && { more: staffItems })} />
      {isStaff && <StaffLayer />}
      <ReportLayer />
      {modules.map(({ name, Layer }) => Layer !== undefined && <Layer key={name} />)}
      <FileSearch />
      <PageShortcuts />
    </>
  );
}
