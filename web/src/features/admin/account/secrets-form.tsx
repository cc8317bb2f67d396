import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { OwnAccount, OwnSecrets } from '../../../../../mappings/contract/account.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { ActionForm, SecretProblem } from '../action-form.tsx';
import { beginPasskeyProof, isSessionGone } from '../api.ts';
import { Field } from '../field.tsx';
import { PasskeyUnusedError, signWithPasskey } from '../passkeys/use-passkey.ts';
import { failureText } from '../request-problem.tsx';
import { CodeField } from './code-field.tsx';
import { t } from '../texts.ts';

interface SecretsFormProps {
  readonly action: (secrets: OwnSecrets) => Promise<unknown>;
  readonly submit: string;
  readonly own: Pick<OwnAccount, 'totp' | 'passkeys' | 'passkeys_possible'>;
  /** Further fields. */
  readonly children?: ReactNode;
  readonly danger?: boolean;
}

/** Asks for the current password, and a passkey or a code if the account has a second factor, before the account is changed. */
export function SecretsForm({ action, submit, own, children, danger = false }: SecretsFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const hasPasskey = own.passkeys.length > 0;
  const [isByCode, setByCode] = useState(!own.passkeys_possible);
  const usesPasskey = hasPasskey && !isByCode;
  const asksCode = (own.totp.enabled || hasPasskey) && !usesPasskey;
  const work = useMutation({
    mutationFn: async (typed: OwnSecrets) => {
      if (!usesPasskey) return action(typed);
      return action({ ...typed, passkey: await signWithPasskey(await beginPasskeyProof()) });
    },
    onSuccess: () => form.current?.reset(),
    onError: (error) => {
      if (!(error instanceof PasskeyUnusedError)) (isCodeWrong(error) ? code : password).current?.select();
    },
  });
  // Read from the DOM: a password manager fills inputs without events that React sees.
  const run = () =>
    work.mutate({ password: password.current?.value ?? '', ...(asksCode && { code: code.current?.value ?? '' }) });
  return (
    <ActionForm
      ref={form}
      work={work}
      onSubmit={run}
      submit={submit}
      danger={danger}
      method="post"
      action="/admin/account"
    >
      <Field
        label={t('account.current-password')}
        ref={password}
        id={`${id}-password`}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={1024}
        aria-invalid={isProblem(work.error, 'password_wrong')}
        aria-describedby={`${id}-problem`}
      />
      {asksCode && <CodeField inputRef={code} isWrong={isCodeWrong(work.error)} describedBy={`${id}-problem`} />}
      {usesPasskey && (
        <p className="quiet">
          {t('account.passkey-confirms')}{' '}
          <button type="button" className="text-button" onClick={() => setByCode(true)}>
            {t('sign-in.code-instead')}
          </button>
        </p>
      )}
      {children}
      <SecretProblem id={`${id}-problem`} work={work} textOf={problemOf} />
    </ActionForm>
  );
}

function isProblem(error: Error | null, code: string): boolean {
  return isApiError(error) && error.problem?.code === code;
}

function isCodeWrong(error: Error | null): boolean {
  return isProblem(error, 'code_wrong') || isProblem(error, 'code_required');
}

function problemOf(error: Error): string {
  // The sign-in form appears instead.
  if (isSessionGone(error)) return '';
  if (error instanceof PasskeyUnusedError) return t('sign-in.passkey-unused');
  if (isProblem(error, 'passkey_wrong')) return t('sign-in.passkey-wrong');
  if (isProblem(error, 'password_wrong')) return t('account.password-wrong');
  return isCodeWrong(error) ? t('sign-in.code-wrong') : failureText(error);
}
