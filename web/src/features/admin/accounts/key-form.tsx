import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AddKey } from '../../../../../mappings/contract/keys.ts';
import type { RoleOnBoard } from '../../../../../mappings/roles.ts';
import { ActionForm } from '../action-form.tsx';
import { addKey } from '../api.ts';
import { CopyButton } from '../copy-button.tsx';
import { Field, VERBATIM } from '../field.tsx';
import { keysQuery } from '../queries.ts';
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
  return (
    <ActionForm
      work={work}
      onSubmit={() => work.mutate({ name: name.trim(), roles: [...roles], days: days === '' ? null : Number(days) })}
      what={t('request.key')}
      submit={t('keys.add')}
      outcome={
        work.data !== undefined && (
          <div className="notice-line">
            <output>{t('keys.added', { name: work.data.name })}</output>
            <Field
              id="key-text"
              label={t('keys.key')}
              readOnly
              value={work.data.key}
              onFocus={({ target }) => target.select()}
            />
            <CopyButton text={work.data.key} what={t('keys.key')} />
          </div>
        )
      }
    >
      <Field
        {...VERBATIM}
        required
        id="key-name"
        label={t('keys.program')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        maxLength={32}
      />
      <Field
        id="key-days"
        label={t('keys.days')}
        type="number"
        min={1}
        max={36500}
        value={days}
        onChange={({ target }) => setDays(target.value)}
      />
      <RoleFields roles={roles} onChange={setRoles} />
    </ActionForm>
  );
}
