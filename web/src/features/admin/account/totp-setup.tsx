import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { TotpSetup as Setup } from '../../../../../mappings/contract/account.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { ActionForm, SecretProblem } from '../action-form.tsx';
import { confirmTotp } from '../api.ts';
import { CopyButton } from '../copy-button.tsx';
import { failureText } from '../request-problem.tsx';
import { CodeField } from './code-field.tsx';
import { QrCode } from './qr-code.tsx';
import { t } from '../texts.ts';

interface TotpSetupProps {
  readonly setup: Setup;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** Shows the secret for an authenticator app, and a field for the first code. */
export function TotpSetup({ setup, onConfirmed }: TotpSetupProps) {
  const code = useRef<HTMLInputElement>(null);
  const work = useMutation({
    mutationFn: confirmTotp,
    onSuccess: ({ recovery_codes: codes }) => onConfirmed(codes),
    onError: () => code.current?.select(),
  });
  const isWrong = isApiError(work.error) && work.error.problem?.code === 'code_wrong';
  return (
    <ActionForm
      work={work}
      onSubmit={() => work.mutate({ code: code.current?.value ?? '' })}
      submit={t('account.totp-confirm')}
      method="post"
      action="/admin/account"
    >
      <p tabIndex={-1} ref={(text) => text?.focus()}>
        {t('account.totp-scan')}
      </p>
      <QrCode text={setup.uri} label={t('account.totp-qr')} />
      <p className="totp-secret">
        {t('account.totp-secret')}: <code>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>{' '}
        <CopyButton text={setup.secret} what={t('account.totp-secret')} />
      </p>
      <CodeField inputRef={code} isWrong={isWrong} describedBy="totp-setup-problem" recovery={false} />
      <SecretProblem
        id="totp-setup-problem"
        work={work}
        textOf={(error) => (isWrong ? t('sign-in.code-wrong') : failureText(error))}
      />
    </ActionForm>
  );
}
