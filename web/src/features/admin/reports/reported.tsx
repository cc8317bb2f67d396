import { useEffect, useId, useRef, useState } from 'react';
import type { ReportedPost } from '../../../../../mappings/contract/reports.ts';
import { PreviewPost } from '../../../components/post/post.tsx';
import { Time } from '../../../components/time.tsx';
import { lookUpAddress } from '../../../lib/addresses.ts';
import { useShortcutsOn } from '../../../lib/display-preferences.ts';
import { Field } from '../field.tsx';
import { AnswerField } from './answer-field.tsx';
import { ROW_KEYS, rowActionOf, rowActions, type RowAction } from './row-actions.ts';
import { t, tRich } from '../texts.ts';

const ROW_TEXTS = {
  dismiss: 'reports.dismiss',
  hide: 'moderate.hide',
  purge: 'reports.purge',
  delete_file: 'reports.delete-file',
  ban_file: 'reports.ban-file',
  ban_writer: 'reports.ban-writer',
  ban_reporters: 'reports.ban-reporters',
  write: 'reports.write',
} as const;

export interface RowTexts {
  /** The reason for the log. */
  readonly note: string;
  /** For those who reported the post. */
  readonly answer: string;
}

interface ReportedProps {
  readonly reported: ReportedPost;
  readonly isChosen: boolean;
  readonly mayModerate: boolean;
  readonly onToggle: () => void;
  readonly onAct: (action: Exclude<RowAction, 'write'> | 'reopen' | 'answer', texts: RowTexts) => void;
  /** Dismisses the reports of the same networks. */
  readonly onDismissNetworks: (note: string) => void;
}

export function nameOf({ board, num, subnum }: Pick<ReportedPost, 'board' | 'num' | 'subnum'>): string {
  return `/${board}/ ${num}${subnum > 0 ? `,${subnum}` : ''}`;
}

/** A reported post with its reports and the actions on it, by buttons and by keys. */
export function Reported(props: ReportedProps) {
  const { reported, isChosen, mayModerate, onToggle, onAct, onDismissNetworks } = props;
  const { networks, categories, held, post, tickets } = reported;
  const name = nameOf(reported);
  const isOpen = reported.closed_at === null;
  // A ghost post without reports waits to be shown for the first time.
  const isNew = held && categories.length === 0;
  const actions = rowActions(reported, mayModerate);
  const areShortcutsOn = useShortcutsOn();
  const [isWriting, setWriting] = useState(false);
  const [note, setNote] = useState('');
  const [answer, setAnswer] = useState('');
  const texts = { note: note.trim(), answer: answer.trim() };
  const section = useRef<HTMLElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const id = useId();
  const run = (action: RowAction) => {
    if (action !== 'write') return onAct(action, texts);
    setWriting(!isWriting);
    if (!isWriting) requestAnimationFrame(() => field.current?.querySelector('input')?.focus());
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = rowActionOf(event);
      if (action === null || !areShortcutsOn || !actions.includes(action) || isElsewhere(event.target)) return;
      event.preventDefault();
      run(action);
    };
    const row = section.current;
    row?.addEventListener('keydown', press);
    return () => row?.removeEventListener('keydown', press);
  });
  return (
    <section ref={section} className="reported" tabIndex={-1} aria-label={name}>
      <ReportedHead reported={reported} isNew={isNew} isChosen={isChosen} onToggle={onToggle} />
      <ReportedNotes reported={reported} />
      {post === null ? <p className="quiet">{t('reports.unseen')}</p> : <PreviewPost post={post} />}
      <div className="reported-actions">
        {!isOpen && (
          <button type="button" className="button" onClick={() => onAct('reopen', texts)}>
            {t('reports.reopen')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
        {actions.map((action) => (
          <button
            key={action}
            type="button"
            className="button"
            aria-keyshortcuts={areShortcutsOn ? ROW_KEYS[action] : undefined}
            {...(action === 'write' && { 'aria-expanded': isWriting, 'aria-controls': `${id}-write` })}
            onClick={() => run(action)}
          >
            {t(textOf(action, isNew, isOpen))}
            <span className="visually-hidden"> {name}</span>
            {areShortcutsOn && <kbd aria-hidden="true">{ROW_KEYS[action]}</kbd>}
          </button>
        ))}
      </div>
      <div id={`${id}-write`} ref={field} className="reported-write" hidden={!isWriting}>
        {isOpen && (
          <Field
            type="text"
            label={t('reports.reason')}
            value={note}
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => setNote(target.value)}
          />
        )}
        {tickets > 0 && <AnswerField value={answer} onChange={setAnswer} />}
        {!isOpen && (
          <button
            type="button"
            className="button"
            aria-disabled={texts.answer === ''}
            onClick={() => {
              if (texts.answer === '') return;
              onAct('answer', texts);
              setAnswer('');
              setWriting(false);
            }}
          >
            {t('reports.send-answer')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
        {mayModerate && isOpen && networks > 0 && (
          <button type="button" className="button" onClick={() => onDismissNetworks(texts.note)}>
            {t('reports.dismiss-network')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
      </div>
    </section>
  );
}

function textOf(action: RowAction, isNew: boolean, isOpen: boolean) {
  if (action === 'dismiss' && isNew) return 'reports.show-first';
  return action === 'write' && !isOpen ? 'reports.write-answer' : ROW_TEXTS[action];
}

/** In a field or a dialog, which have their own keys. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input[type=text], textarea, select, dialog') !== null;
}

interface HeadProps extends Pick<ReportedProps, 'reported' | 'isChosen' | 'onToggle'> {
  readonly isNew: boolean;
}

function ReportedHead({ reported, isNew, isChosen, onToggle }: HeadProps) {
  const { board, num, opened_at: since, networks, categories, held, hidden, decision } = reported;
  return (
    <>
      <p className="reported-head">
        <label>
          <input type="checkbox" checked={isChosen} onChange={onToggle} />
          {nameOf(reported)}
        </label>
        <a href={lookUpAddress(board, num)}>{t('menu.in-thread')}</a>
        {!isNew && <span>{t('reports.networks', { count: networks })}</span>}
        <span className="quiet">{tRich('reports.since', { time: <Time key="time" iso={since} /> })}</span>
        {held && <strong>{t(isNew ? 'reports.waiting' : 'reports.held')}</strong>}
        {!held && hidden === true && <span className="quiet">{t('reports.hidden')}</span>}
        {reported.closed_at !== null && (
          <span className="quiet">
            {tRich('reports.closed-by', {
              name: reported.closed_by ?? '',
              time: <Time key="time" iso={reported.closed_at} />,
            })}
            {decision !== null && `: ${t(`reports.decision.${decision}`)}`}
          </span>
        )}
      </p>
      <p className="reported-head">
        {categories.map(({ category, reports: count }) => (
          <span key={category}>
            {t(`report.category.${category}`)} {count > 1 && `×${count}`}
          </span>
        ))}
      </p>
    </>
  );
}

function ReportedNotes({ reported: { reports, notes, answer } }: Pick<ReportedProps, 'reported'>) {
  if (reports.length === 0 && notes.length === 0 && answer === null) return null;
  return (
    <ul className="reported-notes">
      {reports.map(({ category, account, note, reported_at: at }) => (
        <li key={`${at} ${note}`}>
          {account !== null && <strong>{account}: </strong>}
          {note ?? t(`report.category.${category}`)}
        </li>
      ))}
      {notes.map(({ account, note, written_at: at }) => (
        <li key={`${at} ${account}`}>
          <strong>{t('reports.noted', { name: account })}</strong> {note}
        </li>
      ))}
      {answer !== null && <li>{t('reports.answered', { answer })}</li>}
    </ul>
  );
}
