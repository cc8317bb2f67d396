import { type RefObject, useEffect, useRef } from 'react';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useTheme } from '../../../lib/display-preferences.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { t } from '../texts.ts';
import { drawInTheme } from './queue-frame.ts';

/** The indexers' queues in Bull Board, a separate application in a frame. */
export function QueuesPage() {
  useTitle(t('admin.queues'), t('admin.name'));
  const frame = useRef<HTMLIFrameElement>(null);
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('admin.queues')}</PageHeading>
        <p className="quiet">{t('admin.queues-about')}</p>
      </div>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- its scripts need the session of this origin, with which a sandbox is useless */}
      <iframe
        ref={frame}
        className="admin-queues"
        src="/admin/queues/board"
        title={t('admin.queues')}
        onLoad={({ currentTarget }) => drawInTheme(currentTarget)}
      />
      <FrameTheme key={useTheme()} frame={frame} />
    </>
  );
}

/** Draws the frame anew for each theme, and when the system changes between light and dark. */
function FrameTheme({ frame }: { readonly frame: RefObject<HTMLIFrameElement | null> }): null {
  useEffect(() => {
    const draw = () => {
      if (frame.current !== null) drawInTheme(frame.current);
    };
    draw();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    return () => dark.removeEventListener('change', draw);
  }, [frame]);
  return null;
}
