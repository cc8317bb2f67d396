import { useId, useState } from 'react';
import { Field } from '../field.tsx';
import { AnswerField } from './answer-field.tsx';
import type { ReportAction } from './report-actions.ts';
import type { RowTexts } from './reported.tsx';
import { t } from '../texts.ts';

interface ReportBulkProps {
  readonly count: number;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly mayModerate: boolean;
  /** Somebody can read an answer. */
  readonly hasTickets: boolean;
  readonly onAct: (action: 'hide' | 'purge' | 'dismiss' | 'reopen' | 'note' | 'answer', texts: RowTexts) => void;
}

/** Actions on the chosen posts, at the bottom of the window while posts are chosen. The fields open on request, because they would cover most of a phone. */
export function ReportBulk({ count, isOpen, isBusy, mayModerate, hasTickets, onAct }: ReportBulkProps) {
  const id = useId();
  const [isWriting, setWriting] = useState(false);
  const [note, setNote] = useState('');
  const [answer, setAnswer] = useState('');
  const texts = { note: note.trim(), answer: answer.trim() };
  const isUsable = (action: string) =>
    !isBusy && (action !== 'note' || texts.note !== '') && (action !== 'answer' || texts.answer !== '');
  const button = (action: ReportAction['action'] & Parameters<ReportBulkProps['onAct']>[0], name: string) => (
    <button
      type="button"
      className={action === 'purge' ? 'button button-danger' : 'button'}
      aria-disabled={!isUsable(action)}
      onClick={() => isUsable(action) && onAct(action, texts)}
    >
      {name}
    </button>
  );
  return (
    <section className="report-bulk" aria-label={t('reports.chosen', { count })}>
      <strong>{t('reports.chosen', { count })}</strong>
      {button(isOpen ? 'dismiss' : 'reopen', t(isOpen ? 'reports.dismiss-chosen' : 'reports.reopen-chosen'))}
      {mayModerate && button('hide', t('reports.hide-chosen'))}
      {mayModerate && button('purge', t('reports.purge-chosen'))}
      <button
        type="button"
        className="button"
        aria-expanded={isWriting}
        aria-controls={`${id}-write`}
        onClick={() => setWriting(!isWriting)}
      >
        {t('reports.write')}
      </button>
      <div id={`${id}-write`} className="report-bulk-write" hidden={!isWriting}>
        <Field
          label={t('reports.note')}
          value={note}
          maxLength={500}
          autoComplete="off"
          onChange={({ target }) => setNote(target.value)}
        />
        {hasTickets && <AnswerField value={answer} onChange={setAnswer} />}
        {hasTickets && !isOpen && button('answer', t('reports.send-answer'))}
        {button('note', t('reports.add-note'))}
      </div>
    </section>
  );
}
