import { PageHeading } from '../../../components/page-heading.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import { t } from '../texts.ts';

/** The indexers' queues in Bull Board, a separate application in a frame. */
export function QueuesPage() {
  useTitle(t('admin.queues'), t('admin.name'));
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('admin.queues')}</PageHeading>
      </div>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- its scripts need the session of this origin, with which a sandbox is useless */}
      <iframe className="admin-queues" src="/admin/queues/board" title={t('admin.queues')} />
    </>
  );
}
