import { useQuery } from '@tanstack/react-query';
import type { Activity } from '../../../../mappings/contract/statistics.ts';
import type { Board } from '../../../../mappings/contract/board.ts';
import { Day } from '../../components/day.tsx';
import { activityQuery, boardsQuery } from '../../lib/queries.ts';
import { t, tRich } from './texts.ts';

/** How large the archive is, and from when to when its posts are. Its line is reserved while loading. */
export function ArchiveSummary() {
  const { data: boards } = useQuery(boardsQuery());
  const { data: activity } = useQuery(activityQuery());
  return <p className="archive-summary">{boards !== undefined && <Summary boards={boards} activity={activity} />}</p>;
}

interface SummaryProps {
  readonly boards: readonly Board[];
  readonly activity: Activity | undefined;
}

function Summary({ boards, activity }: SummaryProps) {
  const posts = boards.reduce((sum, board) => sum + board.posts, 0);
  const last = boards
    .flatMap(({ last_post: time }) => time ?? [])
    .toSorted()
    .at(-1);
  if (posts === 0) return null;
  const size = { posts: t('unit.posts', { count: posts }), boards: t('home.boards', { count: boards.length }) };
  const first = activity?.first_post ?? null;
  if (first === null || last === undefined) return t('home.size', size);
  return tRich('home.size-and-range', {
    ...size,
    first: <Day key="first" iso={first} />,
    last: <Day key="last" iso={last} />,
  });
}
