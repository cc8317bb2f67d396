import { useState } from 'react';
import { Field } from '../field.tsx';
import type { ReportAction } from './report-actions.ts';
import { t } from '../texts.ts';

interface ReportBulkProps {
  readonly count: number;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly mayModerate: boolean;
  readonly onAct: (action: 'hide' | 'purge' | 'dismiss' | 'reopen' | 'note', note: string) => void;
}

/** Actions on the chosen posts, at the bottom of the window while posts are chosen. */
export function ReportBulk({ count, isOpen, isBusy, mayModerate, onAct }: ReportBulkProps) {
  const [note, setNote] = useState('');
  const text = note.trim();
  const button = (action: ReportAction['action'] & Parameters<ReportBulkProps['onAct']>[0], name: string) => (
    <button
      type="button"
      className={action === 'purge' ? 'button button-danger' : 'button'}
      aria-disabled={isBusy || (action === 'note' && text === '')}
      onClick={() => !isBusy && (action !== 'note' || text !== '') && onAct(action, text)}
    >
      {name}
    </button>
  );
  return (
    <section className="report-bulk" aria-label={t('reports.chosen', { count })}>
      <strong>{t('reports.chosen', { count })}</strong>
      <Field
        label={t('reports.note')}
        value={note}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => setNote(target.value)}
      />
      {button('note', t('reports.add-note'))}
      {button(isOpen ? 'dismiss' : 'reopen', t(isOpen ? 'reports.dismiss-chosen' : 'reports.reopen-chosen'))}
      {mayModerate && button('hide', t('reports.hide-chosen'))}
      {mayModerate && button('purge', t('reports.purge-chosen'))}
    </section>
  );
}
