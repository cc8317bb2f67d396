import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Overview, OverviewPart } from '../../../../../mappings/contract/overview.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Time } from '../../../components/time.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import '../../../styles/admin-overview.css';
import { overviewQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { t, tRich } from '../texts.ts';
import { Line } from './overview-line.tsx';
import { partName } from './overview-texts.ts';

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
