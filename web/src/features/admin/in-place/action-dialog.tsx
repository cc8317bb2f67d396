import { useQueryClient } from '@tanstack/react-query';
import type { DecideReports } from '../../../../../mappings/contract/reports.ts';
import { requestStaffAction, type StaffAction } from '../../../lib/staff-actions.ts';
import { addBan, moderateFile, moderatePosts } from '../api.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { BanDialog } from '../reports/ban-dialog.tsx';
import { refreshPages, tell } from './hide-in-place.ts';
import { t } from '../texts.ts';

/** Requests a confirmation before an action on a post that cannot be undone with one click. */
export function ActionDialog({ request: { action, post } }: { readonly request: StaffAction }) {
  const queryClient = useQueryClient();
  const { board, num, subnum, filePlace: place = 0 } = post;
  const named = { board, num, subnum };
  const where = { num: String(num), board };
  const done = async (text: string) => {
    tell({ text });
    await refreshPages(queryClient);
  };
  if (action === 'ban-writer') {
    const ban = async (decision: DecideReports['decision'], asked: NonNullable<DecideReports['ban']>) => {
      const { width = 'address', everywhere = false, days, reason } = asked;
      // Before a purge, which deletes the address.
      await addBan({ post: named, width, boards: everywhere ? [] : [board], days, reason });
      if (decision === 'hide' || decision === 'purge')
        await moderatePosts({ action: decision, posts: [named], reason });
      await done(t('bans.added'));
    };
    return <BanDialog of="writer" post={named} onBan={ban} onClose={close} />;
  }
  if (action === 'purge') {
    const purge = async () => {
      await moderatePosts({ action: 'purge', posts: [named] });
      await done(t('moderate.done.purge', where));
    };
    return (
      <ConfirmDialog
        title={t('moderate.purge-post', where)}
        confirm={t('moderate.purge-confirm')}
        danger
        action={purge}
        onClose={close}
      >
        <p>
          {t('moderate.purge-what')} <strong>{t('moderate.permanent')}</strong> {t('moderate.hide-instead')}
        </p>
      </ConfirmDialog>
    );
  }
  const moderate = async () => {
    await moderateFile({ action, board, num, subnum, place });
    await done(t(`in-place.done.${action}`));
  };
  return (
    <ConfirmDialog
      title={t(`in-place.title.${action}`, where)}
      confirm={t(`in-place.${action}`)}
      danger
      action={moderate}
      onClose={close}
    >
      <p>{t(`in-place.what.${action}`)}</p>
    </ConfirmDialog>
  );
}

function close(): void {
  requestStaffAction(null);
}
