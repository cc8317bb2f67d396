import { useQuery } from '@tanstack/react-query';
import type { Board } from '../../../../mappings/contract/board.ts';
import { ErrorMessage } from '../../components/error-message.tsx';
import { Time } from '../../components/time.tsx';
import { boardAddress } from '../../lib/addresses.ts';
import { t, tRich } from './texts.ts';
import { activityQuery, boardsQuery } from '../../lib/queries.ts';

const POLL_MS = 30_000;
const ACTIVITY_POLL_MS = 60_000;

/** All boards with their size, and their posts of the last day or week, else the time of the newest post. */
export function BoardList() {
  const { data: boards, error, refetch } = useQuery({ ...boardsQuery(), refetchInterval: POLL_MS });
  const { data: activity } = useQuery({ ...activityQuery(), refetchInterval: ACTIVITY_POLL_MS });
  if (boards === undefined) {
    if (error !== null) return <ErrorMessage inner error={error} onRetry={() => void refetch()} />;
    return <p className="board-list-waiting" aria-busy="true" />;
  }
  if (boards.length === 0) return <EmptyArchive />;
  return (
    <ul className="board-list">
      {boards.map((board) => {
        const counts = activity?.boards.find((active) => active.board === board.name)?.posts;
        return (
          <li key={board.name}>
            <a href={boardAddress(board.name)}>
              <span className="board-name">/{board.name}/</span> <span className="board-title">{board.title}</span>
            </a>
            <BoardActivity counts={counts} />
            <span className="board-posts">{t('unit.posts', { count: board.posts })}</span>
            <span className="board-last">
              <Recent board={board} counts={counts} stepHours={activity?.step_hours} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Its space is reserved while loading and for boards without activity. */
function BoardActivity({ counts }: { readonly counts: readonly number[] | undefined }) {
  const sum = sumOf(counts ?? []);
  return (
    <span className="board-activity">
      {counts !== undefined && sum > 0 && <Sparkline counts={counts} label={t('activity.line', { count: sum })} />}
    </span>
  );
}

interface RecentProps {
  readonly board: Board;
  readonly counts: readonly number[] | undefined;
  readonly stepHours: number | undefined;
}

function Recent({ board: { posts, last_post: last }, counts = [], stepHours = 24 }: RecentProps) {
  const day = sumOf(counts.slice(-24 / stepHours));
  if (day > 0) return t('activity.last-day', { count: day });
  const week = sumOf(counts);
  if (week > 0) return t('activity.last-week', { count: week });
  if (last !== null) return <Time iso={last} />;
  return posts === 0 ? t('home.no-posts') : null;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The next steps for readers and the operator of a new archive. */
function EmptyArchive() {
  return (
    <p className="quiet">
      {t('boards.none')} {tRich('home.empty', { link: <AdminLink key="link" /> })}
    </p>
  );
}

function AdminLink() {
  return <a href="/admin/boards">{t('home.empty-link')}</a>;
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
