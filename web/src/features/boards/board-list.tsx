import { useQuery } from '@tanstack/react-query';
import { ErrorMessage } from '../../components/error-message.tsx';
import { Time } from '../../components/time.tsx';
import { boardAddress } from '../../lib/addresses.ts';
import { formatNumberOf } from '../../lib/format.ts';
import { boardsQuery } from './board-queries.ts';

const LOOK_EVERY_MS = 30_000;

/** What the archive holds: each board with its size and its newest post's time. */
export function BoardList() {
  const { data: boards, error, refetch } = useQuery({ ...boardsQuery(), refetchInterval: LOOK_EVERY_MS });
  if (boards === undefined) {
    if (error !== null) return <ErrorMessage inner error={error} onRetry={() => void refetch()} />;
    return <p className="board-list-waiting" aria-busy="true" />;
  }
  if (boards.length === 0) return <p className="quiet">There are no boards yet.</p>;
  return (
    <ul className="board-list">
      {boards.map((board) => (
        <li key={board.name}>
          <a href={boardAddress(board.name)}>
            <span className="board-name">/{board.name}/</span> <span className="board-title">{board.title}</span>
          </a>
          <span className="board-posts">{formatNumberOf(board.posts, 'post')}</span>
          <span className="board-last">{board.last_post !== null && <Time iso={board.last_post} />}</span>
        </li>
      ))}
    </ul>
  );
}
