import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { ChangeAccount, StaffAccount } from '../../../../../mappings/contract/accounts.ts';
import type { RoleOnBoard } from '../../../../../mappings/roles.ts';
import { announce } from '../../../lib/announce.ts';
import { tellStaff } from '../../../lib/staff-deeds.ts';
import { changeAccount } from '../api.ts';
import { accountsQuery } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { RoleFields } from './role-fields.tsx';
import { t } from '../texts.ts';

interface AccountFormProps {
  readonly account: StaffAccount;
  /** Asks for confirmation outside this form: browsers submit a form within a form on their own. */
  readonly onRemove: () => void;
}

/** Changes and disables an account, and offers to remove it. */
export function AccountForm({ account, onRemove }: AccountFormProps) {
  const { name, state } = account;
  const queryClient = useQueryClient();
  const [roles, setRoles] = useState<readonly RoleOnBoard[]>(account.roles);
  const [isRequired, setRequired] = useState(account.totp_required);
  const work = useMutation({
    mutationFn: async (change: ChangeAccount) => changeAccount(name, change),
    onSuccess: async () => {
      const text = t('accounts.saved', { name });
      announce(text);
      tellStaff({ text });
      await queryClient.invalidateQueries({ queryKey: accountsQuery().queryKey });
    },
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
        <button type="button" className="button button-danger" onClick={onRemove}>
          {t('accounts.remove')}
        </button>
      </p>
    </form>
  );
}
