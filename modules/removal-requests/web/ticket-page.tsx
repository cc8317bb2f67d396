import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { CodeForm } from '../../../web/src/components/ticket/code-form.tsx';
import { TicketRow, TicketRows } from '../../../web/src/components/ticket/ticket-rows.tsx';
import { useTicketCode } from '../../../web/src/components/ticket/use-ticket-code.ts';
import { TextAreaField, textOf } from '../../../web/src/features/admin/field.tsx';
import { lookUpAddress } from '../../../web/src/lib/addresses.ts';
import { announce } from '../../../web/src/lib/announce.ts';
import { answerOf, api, type Schemas } from '../../../web/src/lib/api.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import '../../../web/src/styles/admin.css';
import { isOfPosts, REQUEST_LIMITS, REQUEST_PAGE, TICKET_FORM } from '../requests.ts';
import { Day } from './day.tsx';
import { Problem } from './problem.tsx';
import './removal.css';
import { t, tRich } from './texts.ts';

type Ticket = Schemas['RemovalTicket'];

/** The state of a removal request, for the person with its code. */
export function TicketPage() {
  useTitle(t('removal.ticket'));
  const code = useTicketCode();
  return (
    <div className="ticket">
      <PageHeading>{t('removal.ticket')}</PageHeading>
      {code === null ? <EnterCode /> : <ShownTicket key={code} token={code} />}
    </div>
  );
}

function EnterCode() {
  const texts = {
    code: t('removal.code'),
    help: t('removal.ticket-lead'),
    unknown: t('removal.unknown'),
    show: t('removal.show'),
  };
  return (
    <CodeForm action={TICKET_FORM} texts={texts}>
      <a href={REQUEST_PAGE}>{t('removal.ask')}</a>
    </CodeForm>
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
      <ShownRows ticket={data} />
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
      <EnterCode />
    </>
  );
}

function ShownRows({ ticket }: { readonly ticket: Ticket }) {
  const { state, outcome, answer, about, posts, sought, words, added, reason } = ticket;
  const day = <Day key="day" iso={(state === 'open' ? ticket.due_at : ticket.closed_at) ?? ticket.due_at} />;
  return (
    <TicketRows>
      <TicketRow name={t('removal.state')}>
        <strong>{tRich(`removal.state.${state}`, { day })}</strong>
      </TicketRow>
      {outcome !== null && <TicketRow name={t('removal.decision')}>{t(`removal.outcome.${outcome}`)}</TicketRow>}
      {outcome !== null && <TicketRow name={t('removal.their-answer')}>{answer ?? t('removal.no-answer')}</TicketRow>}
      <TicketRow name={t('removal.about')}>
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
      </TicketRow>
      <TicketRow name={t('removal.reason')}>{t(`removal.reason.${reason}`)}</TicketRow>
      <TicketRow name={t('removal.asked')}>
        <Day iso={ticket.created_at} />
      </TicketRow>
      {words !== null && <TicketRow name={t('removal.your-words')}>{words}</TicketRow>}
      {added.map((one) => (
        <TicketRow key={one.written_at} name={tRich('removal.added', { day: <Day key="day" iso={one.written_at} /> })}>
          {one.words}
        </TicketRow>
      ))}
    </TicketRows>
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
