import { useQuery } from '@tanstack/react-query';
import { ErrorMessage } from '../../components/error-message.tsx';
import { Time } from '../../components/time.tsx';
import { boardAddress } from '../../lib/addresses.ts';
import { t } from './texts.ts';
import { activityQuery, boardsQuery } from '../../lib/queries.ts';
import { useNowInBrowser } from '../../lib/timing.ts';

const POLL_MS = 30_000;
const ACTIVITY_POLL_MS = 60_000;
/** A board counts as active for this long after a post. */
const ACTIVE_MS = 10 * 60_000;

/** All boards with their size, recent activity and the time of the newest post. */
export function BoardList() {
  const { data: boards, error, refetch } = useQuery({ ...boardsQuery(), refetchInterval: POLL_MS });
  const { data: activity } = useQuery({ ...activityQuery(), refetchInterval: ACTIVITY_POLL_MS });
  const now = useNowInBrowser();
  if (boards === undefined) {
    if (error !== null) return <ErrorMessage inner error={error} onRetry={() => void refetch()} />;
    return <p className="board-list-waiting" aria-busy="true" />;
  }
  if (boards.length === 0) return <p className="quiet">{t('boards.none')}</p>;
  return (
    <ul className="board-list">
      {boards.map((board) => (
        <li key={board.name}>
          <a href={boardAddress(board.name)}>
            <span className="board-name">/{board.name}/</span> <span className="board-title">{board.title}</span>
          </a>
          <BoardActivity counts={activity?.boards.find((active) => active.board === board.name)?.posts} />
          <span className="board-posts">{t('unit.posts', { count: board.posts })}</span>
          <span className="board-last">{board.last_post !== null && <LastPost iso={board.last_post} now={now} />}</span>
        </li>
      ))}
    </ul>
  );
}

/** Its space is reserved while loading and for boards without activity. */
function BoardActivity({ counts }: { readonly counts: readonly number[] | undefined }) {
  const sum = counts?.reduce((all, count) => all + count, 0) ?? 0;
  return (
    <span className="board-activity">
      {counts !== undefined && sum > 0 && <Sparkline counts={counts} label={t('activity.line', { count: sum })} />}
    </span>
  );
}

function LastPost({ iso, now }: { readonly iso: string; readonly now: number | null }) {
  const isActive = now !== null && now - Date.parse(iso) < ACTIVE_MS;
  return <Time iso={iso}>{isActive ? <span className="board-now">{t('activity.active')}</span> : undefined}</Time>;
}

interface SparklineProps {
  readonly counts: readonly number[];
  readonly label: string;
}

const HEIGHT = 20;
const STEP = 3;

/** A bar chart in the text's colour, scaled to its own maximum. */
function Sparkline({ counts, label }: SparklineProps) {
  const most = Math.max(...counts, 1);
  return (
    <svg className="sparkline" viewBox={`0 0 ${counts.length * STEP} ${HEIGHT}`} role="img" aria-label={label}>
      <title>{label}</title>
      <path d={counts.map((count, place) => bar(place, count / most)).join('')} />
    </svg>
  );
}

/** Minimum height of a bar above zero. */
function bar(place: number, share: number): string {
  if (share === 0) return '';
  const height = Math.max(share * HEIGHT, 1.5);
  return `M${place * STEP} ${HEIGHT}v-${height.toFixed(1)}h${STEP - 1}V${HEIGHT}z`;
}
