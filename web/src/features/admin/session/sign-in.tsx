import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { SIGN_IN_FORM } from '../../../../../mappings/page-paths.ts';
import { PageHeading } from '../../../components/page-heading.tsx';
import { isApiError } from '../../../lib/api-error.ts';
import { CodeField } from '../account/code-field.tsx';
import { ActionForm, SecretProblem } from '../action-form.tsx';
import { beginPasskeySignIn, signIn } from '../api.ts';
import { Field } from '../field.tsx';
import { PasskeyUnusedError, signWithPasskey } from '../passkeys/use-passkey.ts';
import { ADMIN_KEY, keepSession } from '../queries.ts';
import { failureText, waitText } from '../request-problem.tsx';
import { t, tRich } from '../texts.ts';

interface SignInProps {
  /** A session has ended; its pages stay rendered behind this form. */
  readonly ended: boolean;
  readonly hasAccounts: boolean;
}

/** The password comes first. Then an account with a second factor uses a passkey or enters a code. */
type Step = 'password' | 'passkey' | 'code';

interface Typed {
  readonly name: string;
  readonly password: string;
}

export function SignIn({ ended, hasAccounts }: SignInProps) {
  const queryClient = useQueryClient();
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [step, setStep] = useState<Step>('password');
  useEffect(() => {
    const title = document.title;
    document.title = `${t('admin.sign-in')} · Sagasu`;
    name.current?.focus({ preventScroll: true });
    return () => {
      document.title = title;
    };
  }, []);
  const work = useMutation({
    mutationFn: async (typed: Typed) => {
      if (step === 'password') return signIn(typed);
      if (step === 'code') return signIn({ ...typed, code: code.current?.value ?? '' });
      const passkey = await signWithPasskey(await beginPasskeySignIn(typed));
      return signIn({ ...typed, passkey });
    },
    onSuccess: async ({ account }) => {
      keepSession(queryClient, { account, hasAccounts: true });
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY] });
    },
    onError: (error) => {
      if (isCode(error, 'code_required')) setStep('code');
      else if (isCode(error, 'passkey_required')) setStep('passkey');
      else if (isCode(error, 'code_wrong')) code.current?.select();
      else if (step !== 'passkey' || isCode(error, 'sign_in_failed')) {
        password.current?.focus();
        password.current?.select();
      }
    },
  });
  // The next control appears with the step.
  useEffect(() => {
    if (step === 'code') code.current?.focus();
    if (step === 'passkey') form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, [step]);
  // Read from the DOM: a password manager fills inputs without events that React sees.
  const submit = () => work.mutate({ name: name.current?.value.trim() ?? '', password: password.current?.value ?? '' });
  const isWrong = isCode(work.error, 'sign_in_failed');
  return (
    <section className="sign-in">
      <PageHeading>{t('admin.sign-in')}</PageHeading>
      {ended && <p>{t('sign-in.ended')}</p>}
      <ActionForm
        ref={form}
        work={work}
        onSubmit={submit}
        submit={t(step === 'passkey' ? 'sign-in.use-passkey' : 'admin.sign-in')}
        buttons={
          step === 'passkey' && (
            <button type="button" className="quiet-button" onClick={() => setStep('code')}>
              {t('sign-in.code-instead')}
            </button>
          )
        }
        method="post"
        action={SIGN_IN_FORM}
      >
        <Field
          label={t('sign-in.name')}
          ref={name}
          id="sign-in-name"
          name="username"
          autoComplete="username"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          required
          maxLength={32}
          aria-invalid={isWrong}
        />
        <Field
          label={t('sign-in.password')}
          ref={password}
          id="sign-in-password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={1024}
          aria-invalid={isWrong}
          aria-describedby="sign-in-problem"
        />
        {step !== 'password' && (
          <output className="sign-in-step">
            {t(step === 'code' ? 'sign-in.code-wanted' : 'sign-in.passkey-wanted')}
          </output>
        )}
        {step === 'code' && (
          <CodeField inputRef={code} isWrong={isCode(work.error, 'code_wrong')} describedBy="sign-in-problem" />
        )}
        <SecretProblem id="sign-in-problem" work={work} textOf={signInProblem} />
      </ActionForm>
      {hasAccounts ? (
        <p className="quiet">{t('sign-in.help')}</p>
      ) : (
        <p className="notice-line">
          {tRich('sign-in.no-accounts', { add: <code key="add">npx sagasu account add &lt;name&gt;</code> })}
        </p>
      )}
    </section>
  );
}

function signInProblem(error: Error): string {
  if (error instanceof PasskeyUnusedError) return t('sign-in.passkey-unused');
  if (!isApiError(error)) return failureText(error);
  // The next step is no problem.
  if (isCode(error, 'code_required') || isCode(error, 'passkey_required')) return '';
  if (isCode(error, 'code_wrong')) return t('sign-in.code-wrong');
  if (isCode(error, 'passkey_wrong')) return t('sign-in.passkey-wrong');
  if (error.status === 401) return t('sign-in.wrong');
  if (error.status === 429) return `${t('sign-in.too-many')} ${waitText(error.retryAfter)}`;
  return failureText(error);
}

function isCode(error: Error | null, code: string): boolean {
  return isApiError(error) && error.problem?.code === code;
}
