import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BoardSettings, UndeclaredMail } from '../../../../../mappings/contract/board-settings.ts';
import { lookUpAddress } from '../../../lib/addresses.ts';
import { announce } from '../../../lib/announce.ts';
import { changeBoardSettings } from '../api.ts';
import { boardSettingsQuery } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { t, tRich } from '../texts.ts';

/** The server does not count further. */
const MOST_COUNTED = 10_000;

interface CharsetNoticeProps {
  readonly answer: BoardSettings;
}

/** Messages of a mailing list whose charset is a guess: a better guess with a button that sets it, or how many are to be read again. */
export function CharsetNotice({ answer }: CharsetNoticeProps) {
  const { undeclared_mail: mail } = answer;
  const charset = String(answer.settings.find(({ name }) => name === 'mail.charset')?.in_force);
  if (mail === null) return null;
  if (mail.waiting > 0) {
    const command = <code key="command">sagasu reprocess mail {answer.board}</code>;
    return (
      <output className="notice-line charset-notice">
        <p>{tRich('charset.waiting', { charset, what: countText(mail.waiting), command })}</p>
      </output>
    );
  }
  if (mail.proposal === null) return null;
  return <Proposal answer={answer} mail={mail} proposal={mail.proposal} present={charset} />;
}

interface ProposalProps extends CharsetNoticeProps {
  readonly mail: UndeclaredMail;
  readonly proposal: NonNullable<UndeclaredMail['proposal']>;
  readonly present: string;
}

function Proposal({ answer: { board, revision }, mail, proposal: { charset, samples }, present }: ProposalProps) {
  const queryClient = useQueryClient();
  const work = useMutation({
    mutationFn: async () => changeBoardSettings(board, { settings: { 'mail.charset': charset }, revision }),
    onSuccess: (after) => {
      queryClient.setQueryData(boardSettingsQuery(board).queryKey, after);
      announce(t('charset.saved', { charset }));
    },
    onError: async () => queryClient.invalidateQueries({ queryKey: boardSettingsQuery(board).queryKey }),
  });
  return (
    <section className="notice-line charset-notice">
      <p>{t('charset.found', { what: countText(mail.messages), present, charset })}</p>
      <ul>
        {samples.map(({ num, before, after }) => (
          <li key={num}>
            <a href={lookUpAddress(board, num)}>{t('charset.message', { num: String(num) })}</a>
            <dl>
              <dt>{present}</dt>
              <dd className="quiet">{before}</dd>
              <dt>{charset}</dt>
              <dd>{after}</dd>
            </dl>
          </li>
        ))}
      </ul>
      <p>
        <button
          type="button"
          className="button"
          aria-disabled={work.isPending}
          onClick={() => {
            if (!work.isPending) work.mutate();
          }}
        >
          {t('charset.set', { charset })}
        </button>{' '}
        <span className="quiet">{t('charset.wait')}</span>
      </p>
      <RequestProblem error={work.error} what={t('request.save')} />
    </section>
  );
}

function countText(count: number): string {
  const what = t('charset.messages', { count });
  return count < MOST_COUNTED ? what : t('charset.at-least', { what });
}
