import { useQuery } from '@tanstack/react-query';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import '../../../styles/admin-account.css';
import '../../../styles/admin-moderation.css';
import { isSessionGone } from '../api.ts';
import { identitiesQuery } from '../queries.ts';
import { IdentityForm } from './identity-form.tsx';
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
        <ul className="account-list" tabIndex={-1} aria-label={t('identities.name')}>
          {data.identities.map((identity) => (
            <li key={identity.name}>
              <p>
                <strong>{identity.name}</strong> {identity.aliases.map(({ value }) => value).join(', ')}
              </p>
              <details>
                <summary>{t('identities.of', { name: identity.name })}</summary>
                <IdentityForm identity={identity} />
              </details>
            </li>
          ))}
        </ul>
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
