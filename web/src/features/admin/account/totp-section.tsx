import { useState } from 'react';
import type { OwnAccount, TotpSetup as Setup } from '../../../../../mappings/contract/account.ts';
import { announce } from '../../../lib/announce.ts';
import { beginTotp, removeTotp } from '../api.ts';
import { SecretsForm } from './secrets-form.tsx';
import { TotpSetup } from './totp-setup.tsx';
import { t } from '../texts.ts';

interface TotpSectionProps {
  readonly own: OwnAccount;
  /** The app is set up, and these are the new recovery codes. */
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onChanged: () => Promise<void>;
}

/** Sets up, replaces and removes the authenticator app of the own account. */
export function TotpSection({ own, onCodes, onChanged }: TotpSectionProps) {
  const [setup, setSetup] = useState<Setup | null>(null);
  if (setup !== null) {
    const confirmed = (first: readonly string[]) => {
      setSetup(null);
      onCodes(first);
      announce(t('account.totp-confirmed'));
    };
    return <TotpSetup setup={setup} onConfirmed={confirmed} />;
  }
  if (!own.totp.enabled) {
    return (
      <details open={own.passkeys.length === 0}>
        <summary>{t('account.totp-none')}</summary>
        <SecretsForm
          own={own}
          submit={t('account.totp-begin')}
          action={async (secrets) => setSetup(await beginTotp(secrets))}
        />
      </details>
    );
  }
  return (
    <details>
      <summary>{t('account.totp-remove-title')}</summary>
      <SecretsForm
        own={own}
        danger
        submit={t('account.totp-remove')}
        action={async (secrets) => {
          await removeTotp(secrets);
          announce(t('account.totp-removed'));
          await onChanged();
        }}
      />
    </details>
  );
}
