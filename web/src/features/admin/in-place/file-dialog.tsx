import { useQueryClient } from '@tanstack/react-query';
import { requestFileAction, type FileAction } from '../../../lib/staff-actions.ts';
import { moderateFile } from '../api.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { refreshPages, tell } from './hide-in-place.ts';
import { t } from '../texts.ts';

/** Requests a confirmation before a file is deleted or banned in every post that shows it. */
export function FileDialog({ request: { action, post } }: { readonly request: FileAction }) {
  const queryClient = useQueryClient();
  const { board, num, subnum, filePlace: place = 0 } = post;
  const run = async () => {
    await moderateFile({ action, board, num, subnum, place });
    tell({ text: t(`in-place.done.${action}`) });
    await refreshPages(queryClient);
  };
  return (
    <ConfirmDialog
      title={t(`in-place.title.${action}`, { num: String(num), board })}
      confirm={t(`in-place.${action}`)}
      danger
      action={run}
      onClose={() => requestFileAction(null)}
    >
      <p>{t(`in-place.what.${action}`)}</p>
    </ConfirmDialog>
  );
}
