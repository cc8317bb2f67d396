import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeAccount, StaffAccount } from '../../../../../mappings/contract/accounts.ts';
import type { RoleOnBoard } from '../../../../../mappings/roles.ts';
import { announce } from '../../../lib/announce.ts';
import { showStaffNotice } from '../../../lib/staff-actions.ts';
import { ActionForm } from '../action-form.tsx';
import { changeAccount } from '../api.ts';
import { CheckField } from '../field.tsx';
import { accountsQuery } from '../queries.ts';
import { RoleFields } from './role-fields.tsx';
import { t } from '../texts.ts';

interface AccountFormProps {
  readonly account: StaffAccount;
  /** Opens the confirmation outside this form, because browsers do not support a form within a form. */
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
      showStaffNotice({ text });
      await queryClient.invalidateQueries({ queryKey: accountsQuery().queryKey });
    },
  });
  const change = (to: ChangeAccount) => {
    if (!work.isPending) work.mutate(to);
  };
  return (
    <ActionForm
      work={work}
      onSubmit={() => change({ roles: [...roles], totp_required: isRequired })}
      what={t('request.accounts')}
      submit={t('accounts.save')}
      aria-label={t('accounts.change-of', { name })}
      buttons={
        <>
          <button type="button" className="button" onClick={() => change({ disabled: state !== 'disabled' })}>
            {t(state === 'disabled' ? 'accounts.enable' : 'accounts.disable')}
          </button>
          <button type="button" className="button button-danger" onClick={onRemove}>
            {t('accounts.remove')}
          </button>
        </>
      }
    >
      <RoleFields roles={roles} onChange={setRoles} />
      <CheckField
        label={t('accounts.require-totp')}
        checked={isRequired}
        onChange={({ target }) => setRequired(target.checked)}
      />
    </ActionForm>
  );
}
