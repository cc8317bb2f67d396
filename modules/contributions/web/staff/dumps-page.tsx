import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { DumpList } from '../../contract/dump-list.ts';
import { DumpFilters, DumpPager } from '../dump-filters.tsx';
import { DumpItem } from '../dump-item.tsx';
import { ErrorMessage } from '../../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../../web/src/components/page-heading.tsx';
import { stringifySearch } from '../../../../web/src/lib/addresses.ts';
import { readDumpFilter, type DumpFilter } from '../dump-filter.ts';
import { useTitle } from '../../../../web/src/lib/use-title.ts';
import './staff-dumps.css';
import '../dumps.css';
import { CheckField } from '../../../../web/src/features/admin/field.tsx';
import { RefreshProblem } from '../../../../web/src/features/admin/request-problem.tsx';
import { ChangesSection } from './changes-section.tsx';
import { CleanForm } from './clean-form.tsx';
import { DumpActions } from './dump-actions.tsx';
import { allDumpsQuery } from './dump-queries.ts';
import { FailedDumps } from './failed-dumps.tsx';
import { ReleasesSection } from './releases-section.tsx';
import { TrustSection } from './trust-section.tsx';
import { t } from './texts.ts';

const ADDRESS = '/admin/dumps';

/** All contributed dumps, and the actions of moderators on dumps, changes and clients. */
export function DumpsPage() {
  useTitle(t('dumps.name'), t('admin.name'));
  const { search } = useLocation();
  const filter = readDumpFilter(search);
  const { data, error, refetch } = useQuery(allDumpsQuery(filter));
  return (
    <div className="dumps">
      <div className="admin-head">
        <PageHeading>{t('dumps.name')}</PageHeading>
      </div>
      <DumpFilters address={ADDRESS} filter={filter} isForStaff />
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data !== undefined && <Chosen key={stringifySearch({ ...filter })} list={data} filter={filter} />}
      {/* Below the list, which would push them away. */}
      {(data !== undefined || error !== null) && (
        <>
          <CleanForm key={`${filter.client ?? ''} ${filter.version ?? ''}`} filter={filter} />
          <ChangesSection />
          <TrustSection />
          <ReleasesSection />
          <FailedDumps />
        </>
      )}
    </div>
  );
}

function Chosen({ list: { dumps, next }, filter }: { readonly list: DumpList; readonly filter: DumpFilter }) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const chosen = dumps.filter(({ id }) => ids.has(id));
  const choose = (id: number, isChosen: boolean) =>
    setIds((before) => new Set(isChosen ? [...before, id] : [...before].filter((other) => other !== id)));
  if (dumps.length === 0) return <p className="quiet">{t('dumps.empty')}</p>;
  return (
    <section aria-label={t('dumps.name')}>
      <CheckField
        label={t('dump-staff.all')}
        checked={chosen.length === dumps.length}
        onChange={({ target }) => setIds(new Set(target.checked ? dumps.map(({ id }) => id) : []))}
      />
      <ol className="dump-list">
        {dumps.map((dump) => (
          <li key={dump.id}>
            <input
              type="checkbox"
              className="dump-check"
              aria-labelledby={`dump-${dump.id}`}
              checked={ids.has(dump.id)}
              onChange={({ target }) => choose(dump.id, target.checked)}
            />
            <DumpItem dump={dump} />
          </li>
        ))}
      </ol>
      {chosen.length > 0 && <DumpActions dumps={chosen} onDone={() => setIds(new Set())} />}
      <DumpPager address={ADDRESS} filter={filter} next={next} />
    </section>
  );
}
