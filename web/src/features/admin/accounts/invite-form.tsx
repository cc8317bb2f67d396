import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invite } from '../../../../../mappings/contract/accounts.ts';
import type { RoleOnBoard } from '../../../../../mappings/roles.ts';
import { Time } from '../../../components/time.tsx';
import { ActionForm } from '../action-form.tsx';
import { invite } from '../api.ts';
import { CopyButton } from '../copy-button.tsx';
import { CheckField, Field, VERBATIM } from '../field.tsx';
import { accountsQuery } from '../queries.ts';
import { RoleFields } from './role-fields.tsx';
import { t, tRich } from '../texts.ts';

/** Invites somebody, and shows the link once. */
export function InviteForm() {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<readonly RoleOnBoard[]>([{ role: 'janitor', board: null }]);
  const [isRequired, setRequired] = useState(false);
  const work = useMutation({
    mutationFn: async (body: Invite) => ({ ...(await invite(body)), name: body.name }),
    onSuccess: async () => {
      setName('');
      await queryClient.invalidateQueries({ queryKey: accountsQuery().queryKey });
    },
  });
  return (
    <ActionForm
      work={work}
      onSubmit={() => work.mutate({ name: name.trim(), roles: [...roles], totp_required: isRequired })}
      what={t('request.invite')}
      submit={t('accounts.invite')}
      outcome={
        work.data !== undefined && (
          <div className="notice-line">
            <output>
              {tRich('accounts.link', { name: work.data.name, time: <Time key="time" iso={work.data.expires_at} /> })}
            </output>
            <Field
              id="invite-link"
              label={t('accounts.link-label')}
              readOnly
              value={`${location.origin}${work.data.path}`}
              onFocus={({ target }) => target.select()}
            />
            <CopyButton text={`${location.origin}${work.data.path}`} what={t('accounts.link-label')} />
          </div>
        )
      }
    >
      <Field
        {...VERBATIM}
        required
        id="invite-name"
        label={t('sign-in.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        maxLength={32}
      />
      <RoleFields roles={roles} onChange={setRoles} />
      <CheckField
        label={t('accounts.require-totp')}
        checked={isRequired}
        onChange={({ target }) => setRequired(target.checked)}
      />
    </ActionForm>
  );
}
