import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { AddKey } from '../../../../../mappings/contract/keys.ts';
import type { RoleOnBoard } from '../../../../../mappings/roles.ts';
import { addKey } from '../api.ts';
import { keysQuery } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { RoleFields } from './role-fields.tsx';
import { t } from '../texts.ts';

const DEFAULT_DAYS = '90';

/** Creates a key of a program, and shows it once. */
export function KeyForm() {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [days, setDays] = useState(DEFAULT_DAYS);
  const [roles, setRoles] = useState<readonly RoleOnBoard[]>([]);
  const work = useMutation({
    mutationFn: async (body: AddKey) => ({ ...(await addKey(body)), name: body.name }),
    onSuccess: async () => {
      setName('');
      await queryClient.invalidateQueries({ queryKey: keysQuery().queryKey });
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (work.isPending) return;
    work.mutate({ name: name.trim(), roles: [...roles], days: days === '' ? null : Number(days) });
  };
  return (
    <form className="account-form" onSubmit={submit}>
      <p className="field">
        <label htmlFor="key-name">{t('keys.program')}</label>
        <input
          id="key-name"
          value={name}
          onChange={({ target }) => setName(target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          maxLength={32}
        />
      </p>
      <p className="field">
        <label htmlFor="key-days">{t('keys.days')}</label>
        <input
          id="key-days"
          type="number"
          min={1}
          max={36500}
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
      </p>
      <RoleFields roles={roles} onChange={setRoles} />
      <RequestProblem error={work.error} what={t('request.key')} />
      <p>
        <button type="submit" className="button button-primary" aria-disabled={work.isPending}>
          {t('keys.add')}
        </button>
      </p>
      {work.data !== undefined && (
        <div className="notice-line">
          <output>{t('keys.added', { name: work.data.name })}</output>
          <p className="field">
            <label htmlFor="key-text">{t('keys.key')}</label>
            <input id="key-text" readOnly value={work.data.key} onFocus={({ target }) => target.select()} />
          </p>
        </div>
      )}
    </form>
  );
}
