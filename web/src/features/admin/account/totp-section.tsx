import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnAccount, TotpSetup as Setup } from '../../../../../mappings/contract/account.ts';
import { announce } from '../../../lib/announce.ts';
import { beginTotp, removeTotp, renewRecoveryCodes } from '../api.ts';
import { ownAccountQuery, sessionQuery } from '../queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecretsForm } from './secrets-form.tsx';
import { TotpSetup } from './totp-setup.tsx';
import { t } from '../texts.ts';

/** Sets up, replaces and removes the authenticator app of the own account. */
export function TotpSection({ totp }: Pick<OwnAccount, 'totp'>) {
  const queryClient = useQueryClient();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: ownAccountQuery().queryKey });
    // The session shows whether the account may now use the other pages.
    await queryClient.invalidateQueries({ queryKey: sessionQuery().queryKey });
  };

  if (codes !== null) {
    const done = () => {
      setCodes(null);
      void refresh();
    };
    return <RecoveryCodes codes={codes} onKept={done} />;
  }
  if (setup !== null) {
    const confirmed = (first: readonly string[]) => {
      setSetup(null);
      setCodes(first);
      announce(t('account.totp-confirmed'));
    };
    return <TotpSetup setup={setup} onConfirmed={confirmed} />;
  }
  if (!totp.enabled) {
    return (
      <>
        <p>{t('account.totp-off')}</p>
        <SecretsForm
          hasTotp={false}
          submit={t('account.totp-begin')}
          action={async (secrets) => setSetup(await beginTotp(secrets))}
        />
      </>
    );
  }
  return (
    <>
      <p>
        {t('account.totp-on')} {t('account.codes-left', { count: totp.recovery_codes })}
      </p>
      <details>
        <summary>{t('account.codes-renew-title')}</summary>
        <p>{t('account.codes-renew-help')}</p>
        <SecretsForm
          hasTotp
          submit={t('account.codes-renew')}
          action={async (secrets) => setCodes((await renewRecoveryCodes(secrets)).recovery_codes)}
        />
      </details>
      <details>
        <summary>{t('account.totp-remove-title')}</summary>
        <SecretsForm
          hasTotp
          danger
          submit={t('account.totp-remove')}
          action={async (secrets) => {
            await removeTotp(secrets);
            announce(t('account.totp-removed'));
            await refresh();
          }}
        />
      </details>
    </>
  );
}
