import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PageHeading } from '../../../components/page-heading.tsx';
import { isApiError } from '../../../lib/api-error.ts';
import { CodeField } from '../account/code-field.tsx';
import { ActionForm, SecretProblem } from '../action-form.tsx';
import { signIn } from '../api.ts';
import { Field } from '../field.tsx';
import { ADMIN_KEY, keepSession } from '../queries.ts';
import { failureText, waitText } from '../request-problem.tsx';
import { t, tRich } from '../texts.ts';

interface SignInProps {
  /** A session has ended; its pages stay rendered behind this form. */
  readonly ended: boolean;
  readonly hasAccounts: boolean;
}

export function SignIn({ ended, hasAccounts }: SignInProps) {
  const queryClient = useQueryClient();
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const [needsCode, setNeedsCode] = useState(false);
  useEffect(() => {
    const title = document.title;
    document.title = `${t('admin.sign-in')} · Sagasu`;
    name.current?.focus({ preventScroll: true });
    return () => {
      document.title = title;
    };
  }, []);
  const work = useMutation({
    mutationFn: signIn,
    onSuccess: async ({ account }) => {
      keepSession(queryClient, { account, hasAccounts: true });
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY] });
    },
    onError: (error) => {
      if (isCode(error, 'code_required')) {
        // The field may not be rendered yet; then the effect below focuses it.
        setNeedsCode(true);
        code.current?.focus();
        return;
      }
      const wrong = isCode(error, 'code_wrong') ? code : password;
      wrong.current?.focus();
      wrong.current?.select();
    },
  });
  useEffect(() => {
    if (needsCode) code.current?.focus();
  }, [needsCode]);
  // Read from the DOM: a password manager fills inputs without events that React sees.
  const submit = () =>
    work.mutate({
      name: name.current?.value.trim() ?? '',
      password: password.current?.value ?? '',
      ...(needsCode && { code: code.current?.value ?? '' }),
    });
  const isWrong = isCode(work.error, 'sign_in_failed');
  return (
    <section className="sign-in">
      <PageHeading>{t('admin.sign-in')}</PageHeading>
      {ended && <p>{t('sign-in.ended')}</p>}
      <ActionForm work={work} onSubmit={submit} submit={t('admin.sign-in')} method="post" action="/admin">
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
        {needsCode && (
          <CodeField inputRef={code} isWrong={isCode(work.error, 'code_wrong')} describedBy="sign-in-problem" />
        )}
        <SecretProblem id="sign-in-problem" work={work} textOf={signInProblem} />
      </ActionForm>
      {hasAccounts ? (
        <p className="quiet">
          {tRich('sign-in.help', {
            add: <code key="add">npx sagasu account add &lt;name&gt;</code>,
            password: <code key="password">npx sagasu account password &lt;name&gt;</code>,
          })}
        </p>
      ) : (
        <p className="notice-line">
          {tRich('sign-in.no-accounts', { add: <code key="add">npx sagasu account add &lt;name&gt;</code> })}
        </p>
      )}
    </section>
  );
}

function signInProblem(error: Error): string {
  if (!isApiError(error)) return failureText(error);
  if (isCode(error, 'code_required')) return t('sign-in.code-wanted');
  if (isCode(error, 'code_wrong')) return t('sign-in.code-wrong');
  if (error.status === 401) return t('sign-in.wrong');
  if (error.status === 429) return `${t('sign-in.too-many')} ${waitText(error.retryAfter)}`;
  return failureText(error);
}

function isCode(error: Error | null, code: string): boolean {
  return isApiError(error) && error.problem?.code === code;
}
