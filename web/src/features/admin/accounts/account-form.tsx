import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { ChangeAccount, StaffAccount } from '../../../../../mappings/contract/accounts.ts';
import type { RoleOnBoard } from '../../../../../mappings/roles.ts';
import { announce } from '../../../lib/announce.ts';
import { t } from '../../../lib/messages.ts';
import { changeAccount, removeAccount } from '../api.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { accountsQuery } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { RoleFields } from './role-fields.tsx';

/** Changes, disables and removes an account. */
export function AccountForm({ account }: { readonly account: StaffAccount }) {
  const { name, state } = account;
  const queryClient = useQueryClient();
  const [roles, setRoles] = useState<readonly RoleOnBoard[]>(account.roles);
  const [isRequired, setRequired] = useState(account.totp_required);
  const [isAsked, setAsked] = useState(false);
  const refresh = async (sentence: string) => {
    announce(sentence);
    await queryClient.invalidateQueries({ queryKey: accountsQuery().queryKey });
  };
  const work = useMutation({
    mutationFn: async (change: ChangeAccount) => changeAccount(name, change),
    onSuccess: async () => refresh(t('accounts.saved', { name })),
  });
  const change = (to: ChangeAccount) => {
    if (!work.isPending) work.mutate(to);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change({ roles: [...roles], totp_required: isRequired });
  };
  return (
    <form className="account-form" onSubmit={submit} aria-label={t('accounts.change-of', { name })}>
      <RoleFields roles={roles} onChange={setRoles} />
      <label className="radio">
        <input type="checkbox" checked={isRequired} onChange={({ target }) => setRequired(target.checked)} />
        <span>{t('accounts.require-totp')}</span>
      </label>
      <RequestProblem error={work.error} what={t('request.accounts')} />
      <p className="message-actions">
        <button type="submit" className="button button-primary" aria-disabled={work.isPending}>
          {t('accounts.save')}
        </button>
        <button type="button" className="button" onClick={() => change({ disabled: state !== 'disabled' })}>
          {t(state === 'disabled' ? 'accounts.enable' : 'accounts.disable')}
        </button>
        <button type="button" className="button button-danger" onClick={() => setAsked(true)}>
          {t('accounts.remove')}
        </button>
      </p>
      {isAsked && (
        <ConfirmDialog
          title={t('accounts.remove-title', { name })}
          confirm={t('accounts.remove')}
          danger
          action={async () => {
            await removeAccount(name);
            await refresh(t('accounts.removed', { name }));
          }}
          onClose={() => setAsked(false)}
        >
          <p>{t('accounts.remove-what')}</p>
        </ConfirmDialog>
      )}
    </form>
  );
}
