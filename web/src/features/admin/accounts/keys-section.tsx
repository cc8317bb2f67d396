import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedKey } from '../../../../../mappings/contract/keys.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { Time } from '../../../components/time.tsx';
import { announce } from '../../../lib/announce.ts';
import { showStaffNotice } from '../../../lib/staff-actions.ts';
import { isSessionGone, revokeKey } from '../api.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { keysQuery } from '../queries.ts';
import { KeyForm } from './key-form.tsx';
import { roleText } from './role-fields.tsx';
import { t } from '../texts.ts';

/** Keys of programs with their rights and expiry. */
export function KeysSection() {
  const { data, error, refetch } = useQuery(keysQuery());
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{t('keys.name')}</h2>
      {data === undefined && error !== null && !isSessionGone(error) && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} />
      )}
      {data?.keys.length === 0 && <p className="quiet">{t('keys.none')}</p>}
      {data !== undefined && data.keys.length > 0 && (
        <ul className="account-list" aria-label={t('keys.name')}>
          {data.keys.map((key) => (
            <li key={key.name}>
              <Summary of={key} />
              <Revoke name={key.name} />
            </li>
          ))}
        </ul>
      )}
      <h3>{t('keys.add-title')}</h3>
      <KeyForm />
    </section>
  );
}

function Summary({ of: { name, scopes, roles, expires_at: end, last_used_at: used } }: { readonly of: ListedKey }) {
  return (
    <dl className="account-summary">
      <dt>{t('accounts.column.name')}</dt>
      <dd>
        <strong>{name}</strong>
      </dd>
      <dt>{t('keys.scopes')}</dt>
      <dd>{scopes.join(', ')}</dd>
      <dt>{t('accounts.column.roles')}</dt>
      <dd>{roles.length === 0 ? t('accounts.no-roles') : roles.map(roleText).join(', ')}</dd>
      <dt>{t('keys.expires')}</dt>
      <dd>{end === null ? t('accounts.never') : <Time iso={end} />}</dd>
      <dt>{t('keys.used')}</dt>
      <dd>{used === null ? t('accounts.never') : <Time iso={used} />}</dd>
    </dl>
  );
}

function Revoke({ name }: { readonly name: string }) {
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <p className="message-actions">
        <button type="button" className="button button-danger" onClick={() => setAsked(true)}>
          {t('keys.revoke-of', { name })}
        </button>
      </p>
      {isAsked && (
        <ConfirmDialog
          title={t('keys.revoke-title', { name })}
          confirm={t('keys.revoke')}
          danger
          action={async () => {
            await revokeKey(name);
            const text = t('keys.revoked', { name });
            announce(text);
            showStaffNotice({ text });
            await queryClient.invalidateQueries({ queryKey: keysQuery().queryKey });
          }}
          onClose={() => setAsked(false)}
        >
          <p>{t('keys.revoke-what')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
