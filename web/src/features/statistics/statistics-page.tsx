import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { BoardStatistics } from '../../../../mappings/contract/statistics.ts';
import { BoardHead, useBoardTitle } from '../../components/board-head.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { Time } from '../../components/time.tsx';
import { formatClock, formatDay } from '../../lib/format.ts';
import { t, tRich } from '../../lib/messages.ts';
import { statisticsQuery } from '../../lib/queries.ts';
import '../../styles/statistics.css';
import { OverTime } from './over-time.tsx';
import { BigThreads, Countries, Reposts } from './rankings.tsx';
import { WeekHours } from './week-hours.tsx';

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
  if (recent === null) return <p className="quiet board-empty">{t('statistics.empty')}</p>;
  return (
    <>
      <p className="statistics-sums">{t('statistics.sums', { posts, images })}</p>
      {counted.partial && <p className="notice-line">{t('statistics.partial')}</p>}
      <OverTime board={board} overTime={overTime} />
      <section className="statistics-recent" aria-labelledby="recent">
        <h2 id="recent">{t('statistics.recent')}</h2>
        <p className="quiet">
          {t('statistics.recent-span', {
            posts: recent.posts,
            start: formatDay(Date.parse(recent.start)),
            end: formatDay(Date.parse(recent.end)),
          })}
        </p>
        <WeekHours week={recent.week} />
        <div className="statistics-pair">
          <BigThreads threads={recent.threads} />
          <Countries board={board} countries={recent.countries} />
        </div>
        <Reposts board={board} reposts={recent.reposts} />
      </section>
      <p className="statistics-counted quiet">
        {tRich('statistics.counted', {
          time: <Time key="time" iso={counted.counted_at} />,
          again: formatClock(Date.parse(counted.fresh_until)),
        })}
      </p>
    </>
  );
}
