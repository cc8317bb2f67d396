import type { BoardSource } from '../../../../../mappings/contract/board-source.ts';
import { Time } from '../../../components/time.tsx';
import { formatDateAndTime } from '../../../lib/format.ts';
import { reasonText } from '../overview/overview-texts.ts';
import { t, tRich } from '../texts.ts';

/** Shows that a source of the board fails, in few words for a table; nothing while all answer. */
export function FailingSource({ sources }: { readonly sources: readonly BoardSource[] }) {
  const failing = sources.find(({ failing_since: since }) => since !== null);
  if (failing === undefined) return null;
  return (
    <span className="failing-source">
      <span className="badge badge-alarm">
        {t(failing.serves === 'files' ? 'sources.files-fail' : 'sources.fails')}
      </span>{' '}
      <small>{reasonOf(failing)}</small>
    </span>
  );
}

/** The state of each source of a board, with its last answers. */
export function BoardSources({ sources }: { readonly sources: readonly BoardSource[] }) {
  return sources.map((source) => (
    <section key={source.address} className="board-source">
      <p className={source.failing_since === null ? undefined : 'alarm'}>{stateOf(source)}</p>
      <table className="indices">
        <caption className="visually-hidden">{t('sources.answers', { name: source.address })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('sources.time')}</th>
            <th scope="col">{t('sources.answer')}</th>
            <th scope="col">{t('sources.detail')}</th>
          </tr>
        </thead>
        <tbody>
          {source.answers.map(({ at, outcome, detail }) => (
            <tr key={at}>
              <th scope="row">
                <Time iso={at} />
              </th>
              <td data-label={t('sources.answer')}>{reasonText({ reason: outcome, detail })}</td>
              <td>{outcome === 'http_status' ? null : detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ));
}

function stateOf(source: BoardSource) {
  const { address: name, failing_since: since } = source;
  if (since === null) return t('sources.answers-now', { name });
  return tRich('sources.fails-since', {
    name,
    time: (
      <Time key="since" iso={since}>
        {formatDateAndTime(Date.parse(since))}
      </Time>
    ),
    reason: reasonOf(source),
  });
}

function reasonOf({ answers: [last] }: BoardSource): string {
  return last === undefined ? '' : (reasonText({ reason: last.outcome, detail: last.detail }) ?? '');
}
