import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { Invite } from '../../../../../mappings/contract/accounts.ts';
import type { RoleOnBoard } from '../../../../../mappings/roles.ts';
import { Time } from '../../../components/time.tsx';
import { invite } from '../api.ts';
import { accountsQuery } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
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
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!work.isPending) work.mutate({ name: name.trim(), roles: [...roles], totp_required: isRequired });
  };
  return (
    <form className="account-form" onSubmit={submit}>
      <p className="field">
        <label htmlFor="invite-name">{t('sign-in.name')}</label>
        <input
          id="invite-name"
          value={name}
          onChange={({ target }) => setName(target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          maxLength={32}
        />
      </p>
      <RoleFields roles={roles} onChange={setRoles} />
      <label className="radio">
        <input type="checkbox" checked={isRequired} onChange={({ target }) => setRequired(target.checked)} />
        <span>{t('accounts.require-totp')}</span>
      </label>
      <RequestProblem error={work.error} what={t('request.invite')} />
      <p>
        <button type="submit" className="button button-primary" aria-disabled={work.isPending}>
          {t('accounts.invite')}
        </button>
      </p>
      {work.data !== undefined && (
        <div className="notice-line">
          <output>
            {tRich('accounts.link', { name: work.data.name, time: <Time key="time" iso={work.data.expires_at} /> })}
          </output>
          <p className="field">
            <label htmlFor="invite-link">{t('accounts.link-label')}</label>
            <input
              id="invite-link"
              readOnly
              value={`${location.origin}${work.data.path}`}
              onFocus={({ target }) => target.select()}
            />
          </p>
        </div>
      )}
    </form>
  );
}
