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
import { listed } from '../../../lib/messages.ts';

/** Keys of programs with their rights and expiry. */
export function KeysSection() {
  const { data, error, refetch } = useQuery(keysQuery());
  return (
    <section aria-labelledby="keys" className="account-wide">
      <h2 id="keys">{t('keys.name')}</h2>
      {data === undefined && error !== null && !isSessionGone(error) && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} />
      )}
      {data?.keys.length === 0 && <p className="quiet">{t('keys.none')}</p>}
      {data !== undefined && data.keys.length > 0 && (
        <table className="account-list accounts">
          <caption className="visually-hidden">{t('keys.name')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('accounts.column.name')}</th>
              <th scope="col">{t('keys.scopes')}</th>
              <th scope="col">{t('accounts.column.roles')}</th>
              <th scope="col">{t('keys.expires')}</th>
              <th scope="col">{t('keys.used')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('keys.revoke')}</span>
              </th>
            </tr>
          </thead>
          {data.keys.map((key) => (
            <tbody key={key.name}>
              <KeyRow of={key} />
            </tbody>
          ))}
        </table>
      )}
      {/* Below the list, which would push it away. */}
      {data === undefined && error === null ? (
        <p className="admin-waiting" aria-busy="true" />
      ) : (
        <>
          <h3>{t('keys.add-title')}</h3>
          <KeyForm />
        </>
      )}
    </section>
  );
}

function KeyRow({ of: { name, scopes, roles, expires_at: end, last_used_at: used } }: { readonly of: ListedKey }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={t('keys.scopes')}>{listed(scopes)}</td>
      <td data-label={t('accounts.column.roles')}>
        {roles.length === 0 ? t('accounts.no-roles') : listed(roles.map(roleText))}
      </td>
      <td data-label={t('keys.expires')}>{end === null ? t('accounts.never') : <Time iso={end} />}</td>
      <td data-label={t('keys.used')}>{used === null ? t('accounts.never') : <Time iso={used} />}</td>
      <td>
        <Revoke name={name} />
      </td>
    </tr>
  );
}

function Revoke({ name }: { readonly name: string }) {
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button type="button" className="button button-danger" onClick={() => setAsked(true)}>
        {t('keys.revoke-of', { name })}
      </button>
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
