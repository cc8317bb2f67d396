import { useQuery } from '@tanstack/react-query';
import { REPORT_TICKET_FORM } from '../../../../mappings/report.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { CodeForm } from '../../components/ticket/code-form.tsx';
import { TicketRow, TicketRows } from '../../components/ticket/ticket-rows.tsx';
import { useTicketCode } from '../../components/ticket/use-ticket-code.ts';
import { Time } from '../../components/time.tsx';
import { lookUpAddress } from '../../lib/addresses.ts';
import { answerOf, api, type Schemas } from '../../lib/api.ts';
import { isApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/messages.ts';
import { useTitle } from '../../lib/use-title.ts';
import { t } from './ticket-texts.ts';

/** Shows the decision of staff about a report to the reader who has its code. */
export function ReportTicketPage() {
  useTitle(t('report-ticket.title'));
  const code = useTicketCode();
  return (
    <div className="ticket">
      <PageHeading>{t('report-ticket.title')}</PageHeading>
      {code === null ? <EnterCode /> : <Ticket key={code} code={code} />}
    </div>
  );
}

function EnterCode() {
  const texts = {
    code: t('report-ticket.code'),
    help: t('report-ticket.help'),
    unknown: t('report-ticket.unknown'),
    show: t('report-ticket.show'),
  };
  return <CodeForm action={REPORT_TICKET_FORM} texts={texts} />;
}

function Ticket({ code }: { readonly code: string }) {
  const { data, error } = useQuery({
    queryKey: ['report-ticket', code],
    queryFn: ({ signal }) => answerOf(api.POST('/api/v1/reports/ticket', { body: { token: code }, signal })),
    retry: false,
    refetchOnWindowFocus: true,
  });
  if (data !== undefined) return <Facts ticket={data} />;
  if (error === null) return <p aria-busy="true" />;
  return (
    <>
      <p className="ticket-problem" role="alert">
        {isApiError(error) ? errorText(error) : t('report-ticket.failed')}
      </p>
      <EnterCode />
    </>
  );
}

function Facts({ ticket }: { readonly ticket: Schemas['ReportTicket'] }) {
  const { board, num, reported_at: reported, decided_at: decided, decision, answer } = ticket;
  return (
    <TicketRows>
      <TicketRow name={t('report-ticket.post')}>
        {decision === 'purged' ? nameOf(ticket) : <a href={lookUpAddress(board, num)}>{nameOf(ticket)}</a>}
      </TicketRow>
      <TicketRow name={t('report-ticket.reported')}>
        <Time iso={reported} />
      </TicketRow>
      <TicketRow name={t('report-ticket.decision')}>
        <strong>{t(`report-ticket.${decision ?? 'open'}`)}</strong>
      </TicketRow>
      {decided !== null && (
        <TicketRow name={t('report-ticket.decided')}>
          <Time iso={decided} />
        </TicketRow>
      )}
      {answer !== null && <TicketRow name={t('report-ticket.answer')}>{answer}</TicketRow>}
    </TicketRows>
  );
}

function nameOf({ board, num, subnum }: Schemas['ReportTicket']): string {
  return `/${board}/${num}${subnum > 0 ? `,${subnum}` : ''}`;
}
