import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnAccount } from '../../../../../mappings/contract/account.ts';
import { renewRecoveryCodes } from '../api.ts';
import { ownAccountQuery, sessionQuery } from '../queries.ts';
import { PasskeySection } from './passkey-section.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecretsForm } from './secrets-form.tsx';
import { TotpSection } from './totp-section.tsx';
import { t } from '../texts.ts';

/** The second factors of the own account: passkeys, an authenticator app, and recovery codes for both. */
export function SecondFactorSection({ own }: { readonly own: OwnAccount }) {
  const queryClient = useQueryClient();
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
  const { totp, passkeys } = own;
  const parts = { own, onCodes: setCodes, onChanged: refresh };
  return (
    <>
      <p>{stateOf(own)}</p>
      <h3>{t('passkeys.title')}</h3>
      <PasskeySection {...parts} />
      <h3>{t('account.app')}</h3>
      <TotpSection {...parts} />
      {(totp.enabled || passkeys.length > 0) && (
        <>
          <h3>{t('account.codes')}</h3>
          <p>{t('account.codes-left', { count: totp.recovery_codes })}</p>
          <details>
            <summary>{t('account.codes-renew-title')}</summary>
            <p>{t('account.codes-renew-help')}</p>
            <SecretsForm
              own={own}
              submit={t('account.codes-renew')}
              action={async (secrets) => setCodes((await renewRecoveryCodes(secrets)).recovery_codes)}
            />
          </details>
        </>
      )}
    </>
  );
}

function stateOf({ totp, passkeys }: OwnAccount): string {
  if (totp.enabled && passkeys.length > 0) return t('account.both-on');
  if (passkeys.length > 0) return t('account.passkey-on');
  return t(totp.enabled ? 'account.totp-on' : 'account.totp-off');
}
