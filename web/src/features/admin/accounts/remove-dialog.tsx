import { useQueryClient } from '@tanstack/react-query';
import { announce } from '../../../lib/announce.ts';
import { showStaffNotice } from '../../../lib/staff-actions.ts';
import { removeAccount } from '../api.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { accountsQuery } from '../queries.ts';
import { t } from '../texts.ts';

interface RemoveDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

/**
 * Removes an account after a confirmation. It is rendered beside the list, because the account's row disappears before the dialog
 * closes.
 */
export function RemoveDialog({ name, onClose }: RemoveDialogProps) {
  const queryClient = useQueryClient();
  const remove = async () => {
    await removeAccount(name);
    const text = t('accounts.removed', { name });
    announce(text);
    showStaffNotice({ text });
    await queryClient.invalidateQueries({ queryKey: accountsQuery().queryKey });
  };
  return (
    <ConfirmDialog
      title={t('accounts.remove-title', { name })}
      confirm={t('accounts.remove')}
      danger
      action={remove}
      onClose={onClose}
    >
      <p>{t('accounts.remove-what')}</p>
      <p>{t('accounts.remove-keys')}</p>
    </ConfirmDialog>
  );
}
