import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { BoardStatistics } from '../../../../mappings/contract/statistics.ts';
import { BoardHead, useBoardTitle } from '../../components/board-head.tsx';
import { EmptyBoard } from '../../components/empty-board.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { ALL_STATISTICS } from '../../lib/addresses.ts';
import { formatDay } from '../../lib/format-details.ts';
import { statisticsQuery } from '../../lib/queries.ts';
import './statistics.css';
import { CountedAt, FileAvailability, PartialCount, Rate } from './counts.tsx';
import { LastDays, OverTime } from './over-time.tsx';
import { BigThreads, Countries, NewNames, Reposts } from './rankings.tsx';
import { WeekHours } from './week-hours.tsx';
import { t } from './texts.ts';

const route = getRouteApi('/$board/statistics');

/** A board's statistics. */
export function StatisticsPage() {
  const { board } = route.useParams();
  useBoardTitle(board, t('board.statistics'));
  const { data, error, refetch } = useQuery(statisticsQuery(board));
  return (
    <section className="statistics">
      <BoardHead board={board} place="statistics" />
      {data === undefined && error === null && (
        <p className="statistics-waiting quiet" aria-busy="true">
          {t('statistics.waiting')}
        </p>
      )}
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Counted board={board} counted={data} />}
    </section>
  );
}

interface CountedProps {
  readonly board: string;
  readonly counted: BoardStatistics;
}

function Counted({ board, counted }: CountedProps) {
  const { posts, images, recent, over_time: overTime } = counted;
  if (recent === null) return <EmptyBoard board={board}>{t('statistics.empty')}</EmptyBoard>;
  return (
    <>
      <p className="statistics-sums">{t('statistics.sums', { posts, images })}</p>
      <Rate rate={counted.rate} />
      {images > 0 && <FileAvailability files={counted.files} />}
      <PartialCount partial={counted.partial} reasons={counted.partial_reasons} />
      <OverTime board={board} overTime={overTime} />
      <section aria-labelledby="threads">
        <h2 id="threads">{t('statistics.threads')}</h2>
        <div className="statistics-pair statistics-halves">
          <BigThreads id="threads-ever" title={t('statistics.threads-ever')} threads={counted.threads} />
          <BigThreads id="threads-recent" title={t('statistics.threads-recent')} threads={recent.threads} />
        </div>
      </section>
      <section className="statistics-recent" aria-labelledby="recent">
        <h2 id="recent">{t('statistics.recent')}</h2>
        <p className="quiet">
          {t('statistics.recent-span', {
            posts: recent.posts,
            start: formatDay(Date.parse(recent.start)),
            end: formatDay(Date.parse(recent.end)),
          })}
        </p>
        <LastDays board={board} recent={recent} />
        <WeekHours week={recent.week} />
        <div className="statistics-pair">
          <NewNames board={board} names={recent.new_names} />
          <Countries board={board} countries={recent.countries} />
        </div>
        <Reposts board={board} reposts={recent.reposts} />
      </section>
      <p className="statistics-compare">
        <a href={ALL_STATISTICS}>{t('statistics.compare')}</a>
      </p>
      <CountedAt counted={counted} />
    </>
  );
}
