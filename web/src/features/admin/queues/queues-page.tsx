import { PageHeading } from '../../../components/page-heading.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import { t } from '../texts.ts';

/** The indexers' queues as Bull Board shows them: an application of its own, in a frame. */
export function QueuesPage() {
  useTitle(t('admin.queues'), t('admin.name'));
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('admin.queues')}</PageHeading>
      </div>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- its scripts need the session of this origin, with which a sandbox holds nothing */}
      <iframe className="admin-queues" src="/admin/queues/board" title={t('admin.queues')} />
    </>
  );
}
