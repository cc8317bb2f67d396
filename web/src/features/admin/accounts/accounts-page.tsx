import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import '../../../styles/admin-account.css';
import type { StaffAccount } from '../../../../../mappings/contract/accounts.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Time } from '../../../components/time.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import { isSessionGone } from '../api.ts';
import { accountsQuery } from '../queries.ts';
import { AccountForm } from './account-form.tsx';
import { InviteForm } from './invite-form.tsx';
import { KeysSection } from './keys-section.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { roleText } from './role-fields.tsx';
import { t } from '../texts.ts';
import { listed } from '../../../lib/messages.ts';

const COLUMNS = ['name', 'state', 'roles', 'totp', 'seen'] as const;

/** Accounts of staff with their roles, and invitations. */
export function AccountsPage() {
  useTitle(t('accounts.name'), t('admin.name'));
  const { data, error, refetch } = useQuery(accountsQuery());
  const [removed, setRemoved] = useState<string | null>(null);
  return (
    <div className="account">
      <div className="admin-head">
        <PageHeading>{t('accounts.name')}</PageHeading>
      </div>
      {data === undefined && error !== null && !isSessionGone(error) && (
        <ErrorMessage error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <table className="account-list accounts">
          <caption className="visually-hidden">{t('accounts.caption')}</caption>
          <thead>
            <tr>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {t(`accounts.column.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          {data.accounts.map((account) => (
            <tbody key={account.name}>
              <Summary account={account} />
              <tr>
                <td colSpan={COLUMNS.length}>
                  <details>
                    <summary>{t('accounts.change-of', { name: account.name })}</summary>
                    <AccountForm account={account} onRemove={() => setRemoved(account.name)} />
                  </details>
                </td>
              </tr>
            </tbody>
          ))}
        </table>
      )}
      {removed !== null && <RemoveDialog name={removed} onClose={() => setRemoved(null)} />}
      {/* Below the list, which would push them away. */}
      {data === undefined && error === null ? (
        <p className="admin-waiting" aria-busy="true" />
      ) : (
        <>
          <section aria-labelledby="invite">
            <h2 id="invite">{t('accounts.invite-title')}</h2>
            <InviteForm />
          </section>
          <KeysSection />
        </>
      )}
    </div>
  );
}

function Summary({ account }: { readonly account: StaffAccount }) {
  const { name, state, roles, totp, totp_required: isRequired, last_seen: seen } = account;
  const factor = totp ? 'on' : isRequired ? 'required' : 'off';
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={t('accounts.column.state')}>{t(`accounts.state.${state}`)}</td>
      <td data-label={t('accounts.column.roles')}>
        {roles.length === 0 ? t('accounts.no-roles') : listed(roles.map(roleText))}
      </td>
      <td data-label={t('accounts.column.totp')}>{t(`accounts.totp.${factor}`)}</td>
      <td data-label={t('accounts.column.seen')}>{seen === null ? t('accounts.never') : <Time iso={seen} />}</td>
    </tr>
  );
}
