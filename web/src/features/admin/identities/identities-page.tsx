import { useQuery } from '@tanstack/react-query';
import type { Identity } from '../../../../../mappings/contract/identity.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import '../../../styles/admin-account.css';
import '../../../styles/admin-moderation.css';
import { isSessionGone } from '../api.ts';
import { identitiesQuery } from '../queries.ts';
import { IdentityForm } from './identity-form.tsx';
import { listed } from '../../../lib/messages.ts';
import { t } from '../texts.ts';

/** Identities: the names under which persons write. */
export function IdentitiesPage() {
  useTitle(t('identities.name'), t('admin.name'));
  const { data, error, refetch } = useQuery(identitiesQuery());
  return (
    <div className="account">
      <div className="admin-head">
        <PageHeading>{t('identities.name')}</PageHeading>
      </div>
      <p className="admin-lead">{t('identities.lead')}</p>
      {data === undefined && error !== null && !isSessionGone(error) && (
        <ErrorMessage error={error} onRetry={() => void refetch()} />
      )}
      {data?.identities.length === 0 && <p className="quiet">{t('identities.none')}</p>}
      {data !== undefined && (
        <div className="account-list" tabIndex={-1}>
          {data.identities.length > 0 && <IdentityTable identities={data.identities} />}
        </div>
      )}
      {/* Below the list, which would push it away. */}
      {data === undefined && error === null ? (
        <p className="admin-waiting" aria-busy="true" />
      ) : (
        <section aria-labelledby="add-identity">
          <h2 id="add-identity">{t('identities.add')}</h2>
          <IdentityForm identity={null} />
        </section>
      )}
    </div>
  );
}

function IdentityTable({ identities }: { readonly identities: readonly Identity[] }) {
  return (
    <table className="accounts">
      <caption className="visually-hidden">{t('identities.name')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('identities.person')}</th>
          <th scope="col">{t('identities.aliases')}</th>
        </tr>
      </thead>
      {identities.map((identity) => (
        <tbody key={identity.name}>
          <tr>
            <th scope="row">{identity.name}</th>
            <td data-label={t('identities.aliases')}>{listed(identity.aliases.map(({ value }) => value))}</td>
          </tr>
          <tr>
            <td colSpan={2}>
              <details>
                <summary>{t('identities.of', { name: identity.name })}</summary>
                <IdentityForm identity={identity} />
              </details>
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}
