import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ArchiveStatistics } from '../../../../mappings/contract/statistics.ts';
import { ErrorMessage } from '../../components/error-message.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { statisticsAddress } from '../../lib/addresses.ts';
import { formatCount } from '../../lib/format.ts';
import { formatPercent } from '../../lib/format-details.ts';
import { allStatisticsQuery } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import './statistics.css';
import { Compare } from './compare.tsx';
import { archivedShare, CountedAt, PartialCount } from './counts.tsx';
import { t } from './texts.ts';

type BoardCounts = ArchiveStatistics['boards'][number];

/** Every board's counts in one table. */
export function AllBoardsPage() {
  useTitle(t('statistics.all-boards'));
  const { data, error, refetch } = useQuery(allStatisticsQuery());
  return (
    <section className="statistics">
      <PageHeading className="board-heading">{t('statistics.all-boards')}</PageHeading>
      {data === undefined && error === null && (
        <p className="statistics-waiting quiet" aria-busy="true">
          {t('statistics.waiting')}
        </p>
      )}
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data?.boards.length === 0 && <p className="quiet board-empty">{t('boards.none')}</p>}
      {data !== undefined && data.boards.length > 0 && (
        <>
          <PartialCount partial={data.partial} reasons={data.partial_reasons} />
          <BoardTable boards={data.boards} />
          <Compare />
          <CountedAt counted={data} />
        </>
      )}
    </section>
  );
}

interface Column {
  readonly name: () => string;
  readonly value: (board: BoardCounts) => number;
  readonly shown?: (value: number) => string;
}

const COLUMNS: readonly Column[] = [
  { name: () => t('statistics.posts'), value: ({ posts }) => posts },
  { name: () => t('board.threads'), value: ({ threads }) => threads },
  { name: () => t('statistics.images'), value: ({ files }) => files.posts },
  {
    name: () => t('statistics.archived'),
    value: ({ files }) => (files.posts === 0 ? -1 : archivedShare(files)),
    shown: (share) => (share < 0 ? '–' : formatPercent(share)),
  },
  { name: () => t('statistics.last-hour'), value: ({ rate }) => rate.hour },
  { name: () => t('statistics.last-day'), value: ({ rate }) => rate.day },
  { name: () => t('statistics.last-week'), value: ({ rate }) => rate.week },
];

/** Sorted by one of the columns, highest first, or by name. */
function BoardTable({ boards }: Pick<ArchiveStatistics, 'boards'>) {
  const [order, setOrder] = useState<number | null>(0);
  const column = order === null ? undefined : COLUMNS[order];
  const sorted = boards.toSorted((a, b) =>
    column === undefined ? (a.board < b.board ? -1 : 1) : column.value(b) - column.value(a),
  );
  const heading = (name: string, place: number | null) => (
    <th key={name} scope="col" aria-sort={order === place ? (place === null ? 'ascending' : 'descending') : undefined}>
      <button type="button" className="text-button" onClick={() => setOrder(place)}>
        {name}
      </button>
    </th>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which must also work with the keyboard
    <section className="statistics-wide scroll-cue" tabIndex={0} aria-label={t('statistics.all-boards')}>
      <table className="statistics-boards">
        <thead>
          <tr>
            {heading(t('field.board'), null)}
            {COLUMNS.map(({ name }, place) => heading(name(), place))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((board) => (
            <tr key={board.board}>
              <th scope="row">
                <a href={statisticsAddress(board.board)}>/{board.board}/</a>
              </th>
              {COLUMNS.map(({ name, value, shown = formatCount }) => (
                <td key={name()}>{shown(value(board))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
