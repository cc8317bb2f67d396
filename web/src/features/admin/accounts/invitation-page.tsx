import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import '../../../styles/admin.css';
import { PageHeading } from '../../../components/page-heading.tsx';
import { isApiError } from '../../../lib/api-error.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { ActionForm, SecretProblem } from '../action-form.tsx';
import { acceptInvitation } from '../api.ts';
import { Field } from '../field.tsx';
import { failureText } from '../request-problem.tsx';
import { t } from '../texts.ts';

const MIN_LENGTH = 12;

/** The page of an invitation link: the invited person chooses a password. The token is in the fragment, which servers do not log. */
export function InvitationPage() {
  useTitle(t('invitation.name'));
  const { hash } = useLocation();
  const password = useRef<HTMLInputElement>(null);
  const work = useMutation({ mutationFn: acceptInvitation });
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
      <ActionForm
        work={work}
        onSubmit={() => work.mutate({ token: hash.replace(/^#/, ''), password: password.current?.value ?? '' })}
        submit={t('invitation.accept')}
        method="post"
        action="/admin/invitation"
      >
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
        <SecretProblem id="invitation-problem" work={work} textOf={problemOf} />
      </ActionForm>
    </section>
  );
}

function problemOf(error: Error): string {
  return isApiError(error) && error.status === 404 ? t('invitation.unknown') : failureText(error);
}
