import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type SyntheticEvent, useRef } from 'react';
import '../../../styles/admin.css';
import { PageHeading } from '../../../components/page-heading.tsx';
import { isApiError } from '../../../lib/api-error.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Field } from '../action-form.tsx';
import { acceptInvitation } from '../api.ts';
import { failureText } from '../request-problem.tsx';
import { t } from '../texts.ts';

const MIN_LENGTH = 12;

/** The page of an invitation link: the invited person chooses a password. The token is in the fragment, which servers do not log. */
export function InvitationPage() {
  useTitle(t('invitation.name'));
  const { hash } = useLocation();
  const password = useRef<HTMLInputElement>(null);
  const work = useMutation({ mutationFn: acceptInvitation });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!work.isPending) work.mutate({ token: hash.replace(/^#/, ''), password: password.current?.value ?? '' });
  };
  if (work.data !== undefined) {
    return (
      <section className="sign-in">
        <PageHeading>{t('invitation.name')}</PageHeading>
        <output>{t('invitation.done', { name: work.data.name })}</output>
        <p>
          <a href="/admin">{t('invitation.sign-in')}</a>
        </p>
      </section>
    );
  }
  return (
    <section className="sign-in">
      <PageHeading>{t('invitation.name')}</PageHeading>
      <p>{t('invitation.lead')}</p>
      <form onSubmit={submit} method="post" action="/admin/invitation">
        <Field
          label={t('account.new-password')}
          help={t('account.new-password-help')}
          ref={password}
          id="invitation-password"
          name="new-password"
          type="password"
          autoComplete="new-password"
          required
          minLength={MIN_LENGTH}
          maxLength={1024}
          aria-describedby="invitation-problem"
        />
        <p id="invitation-problem" className="sign-in-problem" role="alert">
          {work.error !== null && !work.isPending && problemOf(work.error)}
        </p>
        <button type="submit" className="button button-primary" aria-disabled={work.isPending}>
          {t('invitation.accept')}
        </button>
      </form>
    </section>
  );
}

function problemOf(error: Error): string {
  return isApiError(error) && error.status === 404 ? t('invitation.unknown') : failureText(error);
}
