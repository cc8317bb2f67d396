import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { Field, TextAreaField, textOf, VERBATIM } from '../../../web/src/features/admin/field.tsx';
import { lookUpAddress } from '../../../web/src/lib/addresses.ts';
import { announce } from '../../../web/src/lib/announce.ts';
import { answerOf, api, type Schemas } from '../../../web/src/lib/api.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import '../../../web/src/styles/admin.css';
import { isOfPosts, REQUEST_LIMITS, REQUEST_PAGE, TICKET_FORM, TOKEN } from '../requests.ts';
import { Day } from './day.tsx';
import { Problem } from './problem.tsx';
import './removal.css';
import { t, tRich } from './texts.ts';

type Ticket = Schemas['RemovalTicket'];

/** The secret in the fragment, which browsers send neither to servers nor as `Referer`. */
function useToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setToken(tokenIn(window.location.hash));
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return token;
}

function tokenIn(written: string): string | null {
  const text = written.trim().replace(/^.*#/, '');
  return TOKEN.test(text) ? text : null;
}

/** The state of a removal request, for the person with its secret. */
export function TicketPage() {
  useTitle(t('removal.ticket'));
  const token = useToken();
  return (
    <div className="removal removal-ticket">
      <PageHeading>{t('removal.ticket')}</PageHeading>
      {token === null ? <CodeForm /> : <ShownTicket key={token} token={token} />}
    </div>
  );
}

function CodeForm() {
  const [isWrong, setWrong] = useState(false);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = tokenIn(textOf(new FormData(event.currentTarget), 'token'));
    setWrong(token === null);
    if (token !== null) window.location.hash = token;
  };
  return (
    <form className="removal-form removal-code" method="post" action={TICKET_FORM} onSubmit={submit}>
      <Field
        {...VERBATIM}
        label={t('removal.code')}
        help={t('removal.ticket-lead')}
        name="token"
        maxLength={300}
        aria-invalid={isWrong}
        required
      />
      <p className="removal-problem" role="alert">
        {isWrong && t('removal.unknown')}
      </p>
      <p className="removal-links">
        <button type="submit" className="button button-primary">
          {t('removal.show')}
        </button>
        <a href={REQUEST_PAGE}>{t('removal.ask')}</a>
      </p>
    </form>
  );
}

const TICKET_KEY = 'removal-ticket';

function ShownTicket({ token }: { readonly token: string }) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    queryKey: [TICKET_KEY, token],
    queryFn: ({ signal }) => answerOf(api.POST('/api/v1/removal-requests/ticket', { body: { token }, signal })),
    retry: false,
    refetchOnWindowFocus: true,
  });
  const work = useMutation({
    mutationFn: (change: { readonly words: string } | { readonly withdraw: true }) =>
      answerOf(api.POST('/api/v1/removal-requests/ticket/change', { body: { token, ...change } })),
    async onSuccess() {
      announce(t('removal.changed'));
      await queryClient.invalidateQueries({ queryKey: [TICKET_KEY, token] });
    },
  });
  if (data === undefined) return error === null ? <p aria-busy="true" /> : <Failed error={error} />;
  return (
    <>
      <TicketRows ticket={data} />
      {data.state === 'open' && (
        <>
          <AddWords key={data.added.length} isPending={work.isPending} onAdd={(words) => work.mutate({ words })} />
          <Withdraw onWithdraw={() => !work.isPending && work.mutate({ withdraw: true })} />
          <Problem error={work.error} />
        </>
      )}
    </>
  );
}

function Failed({ error }: { readonly error: Error }) {
  return (
    <>
      <Problem error={error} />
      <CodeForm />
    </>
  );
}

function TicketRows({ ticket }: { readonly ticket: Ticket }) {
  const { state, outcome, answer, about, posts, sought, words, added, reason } = ticket;
  const day = <Day key="day" iso={(state === 'open' ? ticket.due_at : ticket.closed_at) ?? ticket.due_at} />;
  return (
    <dl className="removal-rows">
      <Row name={t('removal.state')}>
        <strong>{tRich(`removal.state.${state}`, { day })}</strong>
      </Row>
      {outcome !== null && <Row name={t('removal.decision')}>{t(`removal.outcome.${outcome}`)}</Row>}
      {outcome !== null && <Row name={t('removal.their-answer')}>{answer ?? t('removal.no-answer')}</Row>}
      <Row name={t('removal.about')}>
        {t(`removal.about.${about}`)}
        {isOfPosts(about)
          ? posts.map((post) => (
              <span key={`${post.board} ${post.num} ${post.subnum}`} className="removal-post">
                <a href={lookUpAddress(post.board, post.num)}>
                  /{post.board}/{post.num}
                  {post.subnum > 0 && `,${post.subnum}`}
                </a>
                {post.is_proven && <span className="quiet"> {t('removal.proven')}</span>}
              </span>
            ))
          : sought !== null && <span className="removal-post">{sought}</span>}
      </Row>
      <Row name={t('removal.reason')}>{t(`removal.reason.${reason}`)}</Row>
      <Row name={t('removal.asked')}>
        <Day iso={ticket.created_at} />
      </Row>
      {words !== null && <Row name={t('removal.your-words')}>{words}</Row>}
      {added.map((one) => (
        <Row key={one.written_at} name={tRich('removal.added', { day: <Day key="day" iso={one.written_at} /> })}>
          {one.words}
        </Row>
      ))}
    </dl>
  );
}

function Row({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface AddWordsProps {
  readonly isPending: boolean;
  readonly onAdd: (words: string) => void;
}

function AddWords({ isPending, onAdd }: AddWordsProps) {
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) onAdd(textOf(new FormData(event.currentTarget), 'words'));
  };
  return (
    <form className="removal-form" onSubmit={submit}>
      <TextAreaField label={t('removal.add')} name="words" rows={3} maxLength={REQUEST_LIMITS.words} required />
      <p>
        <button type="submit" className="button" aria-disabled={isPending}>
          {t('removal.add-send')}
        </button>
      </p>
    </form>
  );
}

/** Two steps, since a withdrawal deletes the words. */
function Withdraw({ onWithdraw }: { readonly onWithdraw: () => void }) {
  return (
    <details className="removal-withdraw">
      <summary>{t('removal.withdraw')}</summary>
      <button type="button" className="button button-danger" onClick={onWithdraw}>
        {t('removal.withdraw-sure')}
      </button>
    </details>
  );
}
