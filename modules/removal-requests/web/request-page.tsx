import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { Field, TextAreaField, textOf } from '../../../web/src/features/admin/field.tsx';
import { announce } from '../../../web/src/lib/announce.ts';
import { answerOf, api, type Schemas } from '../../../web/src/lib/api.ts';
import { copyText } from '../../../web/src/lib/clipboard.ts';
import { ProofOfWork } from '../../../web/src/lib/proof-of-work.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import '../../../web/src/styles/admin.css';
import {
  ABOUT,
  isOfPosts,
  REASONS,
  REQUEST_FORM,
  REQUEST_LIMITS,
  TICKET_PAGE,
  TRANSPARENCY_PAGE,
} from '../requests.ts';
import { Day } from './day.tsx';
import { Problem } from './problem.tsx';
import './removal.css';
import { statisticsQuery } from './statistics.ts';
import { t, tRich } from './texts.ts';

type Asked = Schemas['AskedRemoval'];

/** The form of a removal request. It is sent without scripts, too. */
export function RequestPage() {
  useTitle(t('removal.ask'));
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <div className="removal">
      {asked === null ? (
        <>
          <PageHeading>{t('removal.ask')}</PageHeading>
          <p className="removal-lead">{t('removal.lead')}</p>
          <RequestForm onAsked={setAsked} />
          <p className="removal-links">
            {t('removal.has-code')} <a href={TICKET_PAGE}>{t('removal.to-ticket')}</a>
            <a href={TRANSPARENCY_PAGE}>{t('removal.to-numbers')}</a>
          </p>
        </>
      ) : (
        <Sent asked={asked} onAgain={() => setAsked(null)} />
      )}
    </div>
  );
}

function RequestForm({ onAsked }: { readonly onAsked: (asked: Asked) => void }) {
  const { search } = useLocation();
  const { post } = search as { readonly post?: unknown };
  const { data: statistics } = useQuery(statisticsQuery());
  const [proof] = useState(
    () => new ProofOfWork(async (signal) => answerOf(api.GET('/api/v1/removal-requests/challenge', { signal }))),
  );
  useEffect(() => () => proof.stop(), [proof]);
  const work = useMutation({
    mutationFn: async (fields: FormData) => {
      const given = await proof.done();
      const body = { ...requestOf(fields), ...(given !== '' && { proof: given }) };
      return answerOf(api.POST('/api/v1/removal-requests', { body }));
    },
    onSettled: () => proof.stop(),
    onSuccess: onAsked,
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!work.isPending) work.mutate(new FormData(event.currentTarget));
  };
  return (
    <form className="removal-form" method="post" action={REQUEST_FORM} onSubmit={submit} onInput={() => proof.begin()}>
      <fieldset>
        <legend>{t('removal.what')}</legend>
        {ABOUT.map((about) => (
          <label key={about} className="check">
            <input type="radio" name="about" value={about} defaultChecked={about === 'posts'} />
            <span>{t(`removal.about.${about}`)}</span>
          </label>
        ))}
      </fieldset>
      <div className="removal-posts">
        <TextAreaField
          label={t('removal.posts')}
          help={t('removal.posts-help')}
          name="posts"
          rows={3}
          defaultValue={typeof post === 'string' ? post.slice(0, REQUEST_LIMITS.line) : ''}
          autoCapitalize="off"
          spellCheck={false}
        />
        <Field
          label={t('removal.password')}
          help={t('removal.password-help')}
          name="password"
          type="password"
          maxLength={REQUEST_LIMITS.password}
          autoComplete="off"
        />
      </div>
      <div className="removal-sought">
        <Field
          label={t('removal.sought')}
          help={t('removal.sought-help')}
          name="sought"
          maxLength={REQUEST_LIMITS.sought}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <fieldset>
        <legend>{t('removal.why')}</legend>
        {REASONS.map((reason) => (
          <label key={reason} className="check">
            <input type="radio" name="reason" value={reason} required />
            <span>
              {t(`removal.reason.${reason}`)}
              {statistics !== undefined && (
                <span className="quiet"> · {t('removal.days', { count: statistics.deadlines[reason] })}</span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label={t('removal.words')}
        help={t('removal.words-help')}
        name="words"
        rows={5}
        maxLength={REQUEST_LIMITS.words}
      />
      <Field
        label={t('removal.reply')}
        help={t('removal.reply-help')}
        name="reply_address"
        maxLength={REQUEST_LIMITS.address}
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
      />
      <noscript>
        <p className="quiet">{t('removal.without-scripts')}</p>
      </noscript>
      <Problem error={work.error} />
      <p>
        <button type="submit" className="button button-primary" aria-disabled={work.isPending}>
          {t(work.isPending ? 'removal.sending' : 'removal.send')}
        </button>
      </p>
    </form>
  );
}

function requestOf(fields: FormData): Schemas['AskRemoval'] {
  const about = ABOUT.find((one) => one === fields.get('about')) ?? 'posts';
  const reason = REASONS.find((one) => one === fields.get('reason')) ?? 'other';
  const posts = textOf(fields, 'posts')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const sought = textOf(fields, 'sought');
  const subject = isOfPosts(about)
    ? { posts, password: textOf(fields, 'password') }
    : { ...(sought !== '' && { sought }) };
  return {
    about,
    reason,
    ...subject,
    words: textOf(fields, 'words'),
    reply_address: textOf(fields, 'reply_address'),
  };
}

/** Shows the secret once. */
function Sent({ asked: { token, due_at: due }, onAgain }: { readonly asked: Asked; readonly onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const address = `${TICKET_PAGE}#${token}`;
  useEffect(() => {
    heading.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  const copy = async () => {
    if (await copyText(new URL(address, window.location.origin).href)) announce(t('removal.copied'));
  };
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('removal.sent')}
      </h1>
      <p>{tRich('removal.answer-by', { day: <Day key="day" iso={due} /> })}</p>
      <p>
        <strong>{t('removal.keep')}</strong>
      </p>
      <dl className="removal-secret">
        <dt>{t('removal.code')}</dt>
        <dd>
          <code>{token}</code>
        </dd>
      </dl>
      <p className="removal-links">
        <a href={address}>{t('removal.link')}</a>
        <button type="button" className="button" onClick={() => void copy()}>
          {t('removal.copy')}
        </button>
        <button type="button" className="button" onClick={onAgain}>
          {t('removal.another')}
        </button>
      </p>
    </>
  );
}
