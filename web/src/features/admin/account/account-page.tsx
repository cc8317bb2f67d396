import { useQuery } from '@tanstack/react-query';
import '../../../styles/admin-account.css';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import { isSessionGone } from '../api.ts';
import { ownAccountQuery } from '../queries.ts';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { t } from '../texts.ts';

/** The own account: second factor and password. */
export function AccountPage() {
  useTitle(t('account.name'), t('admin.name'));
  const { data: own, error, refetch } = useQuery(ownAccountQuery());
  return (
    <div className="account">
      <div className="admin-head">
        <PageHeading>{t('account.name')}</PageHeading>
      </div>
      {own === undefined && error !== null && !isSessionGone(error) && (
        <ErrorMessage error={error} onRetry={() => void refetch()} />
      )}
      {own !== undefined && (
        <>
          {own.totp.required && !own.totp.enabled && own.passkeys.length === 0 && (
            <p className="notice-line">{t('account.totp-must')}</p>
          )}
          <section aria-labelledby="account-totp">
            <h2 id="account-totp">{t('account.totp')}</h2>
            <SecondFactorSection own={own} />
          </section>
          <section aria-labelledby="account-password">
            <h2 id="account-password">{t('account.password')}</h2>
            <PasswordSection own={own} />
          </section>
        </>
      )}
    </div>
  );
}
