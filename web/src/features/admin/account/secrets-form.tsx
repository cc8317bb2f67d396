import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import type { OwnSecrets } from '../../../../../mappings/contract/account.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { ActionForm, SecretProblem } from '../action-form.tsx';
import { isSessionGone } from '../api.ts';
import { Field } from '../field.tsx';
import { failureText } from '../request-problem.tsx';
import { CodeField } from './code-field.tsx';
import { t } from '../texts.ts';

interface SecretsFormProps {
  readonly action: (secrets: OwnSecrets) => Promise<unknown>;
  readonly submit: string;
  /** Whether the account has a second factor, so that a code is needed too. */
  readonly hasTotp: boolean;
  /** Further fields. */
  readonly children?: ReactNode;
  readonly danger?: boolean;
}

/** Asks for the current password, and a code if the account has a second factor, before the account is changed. */
export function SecretsForm({ action, submit, hasTotp, children, danger = false }: SecretsFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const work = useMutation({
    mutationFn: action,
    onSuccess: () => form.current?.reset(),
    onError: (error) => (isCodeWrong(error) ? code : password).current?.select(),
  });
  // Read from the DOM: a password manager fills inputs without events that React sees.
  const run = () =>
    work.mutate({ password: password.current?.value ?? '', ...(hasTotp && { code: code.current?.value ?? '' }) });
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
      {hasTotp && <CodeField inputRef={code} isWrong={isCodeWrong(work.error)} describedBy={`${id}-problem`} />}
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
  if (isProblem(error, 'password_wrong')) return t('account.password-wrong');
  return isCodeWrong(error) ? t('sign-in.code-wrong') : failureText(error);
}
