import type { ReportedPost } from '../../../../../mappings/contract/reports.ts';
import { PreviewPost } from '../../../components/post/post.tsx';
import { Time } from '../../../components/time.tsx';
import { lookUpAddress } from '../../../lib/addresses.ts';
import type { ReportAction } from './report-actions.ts';
import { t, tRich } from '../texts.ts';

interface ReportedProps {
  readonly reported: ReportedPost;
  readonly isChosen: boolean;
  readonly mayHide: boolean;
  readonly onToggle: () => void;
  readonly onAct: (action: ReportAction['action']) => void;
  /** Dismisses the reports of the same networks. */
  readonly onDismissNetworks: () => void;
}

/** A reported post with its reports. */
export function Reported({ reported, isChosen, mayHide, onToggle, onAct, onDismissNetworks }: ReportedProps) {
  const { board, num, subnum, opened_at: since, networks, categories, reports, notes, held, hidden, post } = reported;
  const name = `/${board}/ ${num}${subnum > 0 ? `,${subnum}` : ''}`;
  const isOpen = reported.closed_at === null;
  // A ghost post without reports waits to be shown for the first time.
  const isNew = held && categories.length === 0;
  return (
    <section className="reported" aria-label={name}>
      <p className="reported-head">
        <label>
          <input type="checkbox" checked={isChosen} onChange={onToggle} />
          {name}
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
      {(reports.length > 0 || notes.length > 0) && (
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
        </ul>
      )}
      {post === null ? <p className="quiet">{t('reports.unseen')}</p> : <PreviewPost post={post} />}
      <p className="reported-actions">
        <button type="button" className="button" onClick={() => onAct(isOpen ? 'dismiss' : 'reopen')}>
          {t(isNew ? 'reports.show-first' : isOpen ? 'reports.dismiss' : 'reports.reopen')}
          <span className="visually-hidden"> {name}</span>
        </button>
        {mayHide && isOpen && networks > 0 && (
          <button type="button" className="button" onClick={onDismissNetworks}>
            {t('reports.dismiss-network')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
        {mayHide && isOpen && (
          <button type="button" className="button" onClick={() => onAct('hide')}>
            {t('moderate.hide')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
      </p>
    </section>
  );
}
