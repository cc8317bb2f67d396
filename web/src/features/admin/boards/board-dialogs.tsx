import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminBoard } from '../../../../../mappings/contract/admin.ts';
import { announce } from '../../../lib/announce.ts';
import { formatCount } from '../../../lib/format.ts';
import { nameText } from '../../../lib/messages.ts';
import { changeBoardSettings } from '../api.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { CheckField, Field } from '../field.tsx';
import { fetchRemovalPlan, removeBoard, renameBoard } from '../moderation-api.ts';
import { ADMIN_KEY } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { t } from '../texts.ts';

export type BoardDialogKind = 'rename' | 'list' | 'remove';

interface BoardDialogProps {
  readonly board: AdminBoard;
  readonly onClose: () => void;
}

/** Also refreshes readers' lists, which name the boards too. */
export function useBoardsChanged() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY] });
    await queryClient.invalidateQueries({ queryKey: ['boards'] });
  };
}

export function RenameDialog({ board, onClose }: BoardDialogProps) {
  const changed = useBoardsChanged();
  const [title, setTitle] = useState(board.title);
  const [isWorksafe, setWorksafe] = useState(board.worksafe);
  return (
    <ConfirmDialog
      title={t('board-rename.title', { board: board.name })}
      confirm={t('board-rename.save')}
      onClose={onClose}
      action={async () => {
        await renameBoard(board.name, { title, worksafe: isWorksafe });
        announce(t('board-rename.saved'));
        await changed();
      }}
    >
      <p>{t('board-rename.what')}</p>
      <Field
        label={t('board-add.title')}
        value={title}
        maxLength={100}
        required
        onChange={({ target }) => setTitle(target.value)}
      />
      <CheckField
        label={t('board-add.worksafe')}
        checked={isWorksafe}
        onChange={({ target }) => setWorksafe(target.checked)}
      />
    </ConfirmDialog>
  );
}

/** Hides the board from lists, or shows it there again. */
export function ListDialog({ board, onClose }: BoardDialogProps) {
  const changed = useBoardsChanged();
  const { name, unlisted } = board;
  return (
    <ConfirmDialog
      title={t(unlisted ? 'board-list.show-title' : 'board-list.hide-title', { board: name })}
      confirm={t(unlisted ? 'board-list.show' : 'board-list.hide')}
      onClose={onClose}
      action={async () => {
        await changeBoardSettings(name, { settings: { unlisted: !unlisted } });
        announce(t('board-rename.saved'));
        await changed();
      }}
    >
      <p>{t(unlisted ? 'board-list.show-what' : 'board-list.hide-what')}</p>
    </ConfirmDialog>
  );
}

export function RemoveDialog({ board: { name }, onClose }: BoardDialogProps) {
  const changed = useBoardsChanged();
  const { data: plan, error } = useQuery({
    queryKey: [ADMIN_KEY, 'removal', name],
    queryFn: async ({ signal }) => fetchRemovalPlan(name, signal),
    gcTime: 0,
  });
  const isReady = plan?.removable === true;
  return (
    <ConfirmDialog
      title={t('board-remove.title', { board: name })}
      confirm={t('board-remove.remove')}
      onClose={onClose}
      danger
      typed={{ text: name, what: t('rollback.board-name') }}
      action={async () => {
        if (!isReady) return;
        await removeBoard(name);
        announce(t('board-remove.removed', { board: name }));
        await changed();
      }}
    >
      <p>{t('board-remove.what')}</p>
      <RequestProblem error={error} what={t('request.unnamed')} />
      {plan !== undefined && (
        <ul className="board-plan">
          <li>{t('board-remove.posts', { count: plan.posts })}</li>
          <li>{t('board-remove.hidden', { count: plan.hidden })}</li>
          <li>{t('board-remove.threads', { count: plan.threads })}</li>
          <li>{t('board-remove.files', { count: plan.files })}</li>
          <li>{t('board-remove.reported', { count: plan.reported_posts })}</li>
          <li>{t('board-remove.bans', { count: plan.bans })}</li>
          <li>{t('board-remove.filters', { count: plan.filters })}</li>
          <li>{t('board-remove.accounts', { count: plan.accounts })}</li>
          <li>{t('board-remove.indices', { count: plan.indices })}</li>
          <li>{t('board-remove.queued', { count: plan.queued })}</li>
          {plan.added.map(({ name: kind, count }) => (
            <li key={kind}>
              {nameText(`removal.${kind}`) ?? kind}: {formatCount(count)}
            </li>
          ))}
        </ul>
      )}
      {plan?.removable === false && (
        <p className="notice-line notice-alarm">
          {t('board-remove.by-command')} <code>{`sagasu board remove ${name}`}</code>
        </p>
      )}
    </ConfirmDialog>
  );
}
