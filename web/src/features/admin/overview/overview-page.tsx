import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Overview, OverviewLine, OverviewPart } from '../../../../../mappings/contract/overview.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Time } from '../../../components/time.tsx';
import { formatDateAndTime } from '../../../lib/format.ts';
import { useTitle } from '../../../lib/use-title.ts';
import '../../../styles/admin-overview.css';
import { overviewQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { t, tRich } from '../texts.ts';
import { lineText, partName, reasonText } from './overview-texts.ts';

/** State of the archive and waiting work. A server renders it too, so that it works without scripts. */
export function OverviewPage() {
  useTitle(t('overview.title'), t('admin.name'));
  const { data, error, refetch } = useQuery(overviewQuery());
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('overview.title')}</PageHeading>
        {data !== undefined && (
          <p className="quiet">{tRich('overview.read-at', { time: <Time key="at" iso={data.at} /> })}</p>
        )}
      </div>
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data !== undefined && (
        <>
          <Summary overview={data} />
          <div className="overview">
            {data.parts.map((part) => (
              <Part key={part.name} part={part} />
            ))}
          </div>
        </>
      )}
    </>
  );
}

function Summary({ overview: { parts } }: { readonly overview: Overview }) {
  const lines = parts.flatMap((part) => part.lines);
  const broken =
    lines.filter(({ state }) => state === 'error').length + parts.filter((part) => part.unread !== null).length;
  const warnings = lines.filter(({ state }) => state === 'warning').length;
  const sentences = [
    ...(broken > 0 ? [t('overview.broken', { count: broken })] : []),
    ...(warnings > 0 ? [t('overview.warnings', { count: warnings })] : []),
  ];
  if (sentences.length === 0) return <p className="overview-sum">{t('overview.all-works')}</p>;
  return <p className={broken > 0 ? 'overview-sum alarm' : 'overview-sum'}>{sentences.join(' ')}</p>;
}

function Part({ part: { name, unread, lines } }: { readonly part: OverviewPart }) {
  const id = useId();
  return (
    <section className="overview-part" aria-labelledby={id}>
      <h2 id={id}>{partName(name)}</h2>
      {unread !== null && <p className="overview-line overview-error">{t('overview.unread', { reason: unread })}</p>}
      {unread === null && lines.length === 0 && (
        <p className="overview-line overview-ok quiet">{t('overview.nothing')}</p>
      )}
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <Line key={`${line.kind} ${line.board} ${line.name} ${line.href}`} line={line} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ line }: { readonly line: OverviewLine }) {
  const { state, since, href } = line;
  const text = lineText(line);
  const reason = reasonText(line);
  return (
    <li className={`overview-line overview-${state}`}>
      <span className="visually-hidden">{t(`overview.state.${state}`)}: </span>
      {href === null ? <span>{text}</span> : <a href={href}>{text}</a>}
      {(since !== null || reason !== null) && (
        <small>
          {since !== null && <Since line={line} at={since} />}
          {since !== null && reason !== null && ': '}
          {reason}
        </small>
      )}
    </li>
  );
}

/** The age of what waits or was done; the clock time at which a fault or task began. */
function Since({ line: { kind, state }, at }: { readonly line: OverviewLine; readonly at: string }) {
  const time = <Time key="since" iso={at} />;
  if (kind === 'backup.last') return time;
  if (kind === 'index.no-drift') return tRich('overview.checked', { time });
  if (state === 'waiting') return tRich('overview.oldest', { time });
  return tRich('overview.since', {
    time: (
      <Time key="since" iso={at}>
        {formatDateAndTime(Date.parse(at))}
      </Time>
    ),
  });
}
