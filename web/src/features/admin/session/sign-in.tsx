import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import { PageHeading } from '../../../components/page-heading.tsx';
import { isApiError } from '../../../lib/api-error.ts';
import { t, tRich } from '../../../lib/messages.ts';
import { signIn } from '../api.ts';
import { ADMIN_KEY, keepSession } from '../queries.ts';
import { failureText, waitText } from '../request-problem.tsx';

interface SignInProps {
  /** A session has ended; its pages stay rendered behind this form. */
  readonly ended: boolean;
  readonly hasUsers: boolean;
}

export function SignIn({ ended, hasUsers }: SignInProps) {
  const queryClient = useQueryClient();
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
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
    onSuccess: async ({ user }) => {
      keepSession(queryClient, { user, hasUsers: true });
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY] });
    },
    onError: () => {
      password.current?.focus();
      password.current?.select();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // Read from the DOM: a password manager fills inputs without events that React sees.
    const typed = { name: name.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    if (!work.isPending) work.mutate(typed);
  };
  const isWrong = isApiError(work.error) && work.error.status === 401;
  return (
    <section className="sign-in">
      <PageHeading>{t('admin.sign-in')}</PageHeading>
      {ended && <p>{t('sign-in.ended')}</p>}
      <form onSubmit={submit} method="post" action="/admin">
        <p className="field">
          <label htmlFor="sign-in-name">{t('sign-in.name')}</label>
          <input
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
        </p>
        <p className="field">
          <label htmlFor="sign-in-password">{t('sign-in.password')}</label>
          <input
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
        </p>
        <p id="sign-in-problem" className="sign-in-problem" role="alert">
          {work.error !== null && !work.isPending && signInProblem(work.error)}
        </p>
        <button type="submit" className="button button-primary" aria-disabled={work.isPending}>
          {t('admin.sign-in')}
        </button>
      </form>
      {hasUsers ? (
        <p className="quiet">
          {tRich('sign-in.help', {
            add: <code key="add">npx sagasu user add &lt;name&gt;</code>,
            password: <code key="password">npx sagasu user password &lt;name&gt;</code>,
          })}
        </p>
      ) : (
        <p className="notice-line">
          {tRich('sign-in.nobody', { add: <code key="add">npx sagasu user add &lt;name&gt;</code> })}
        </p>
      )}
    </section>
  );
}

function signInProblem(error: Error): string {
  if (!isApiError(error)) return failureText(error);
  if (error.status === 401) return t('sign-in.wrong');
  if (error.status === 429) return `${t('sign-in.often')} ${waitText(error.retryAfter)}`;
  return failureText(error);
}
