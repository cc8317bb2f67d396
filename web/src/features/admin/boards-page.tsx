import { useQuery } from '@tanstack/react-query';
import type { AdminBoard, Task } from '../../../../server/contract/admin.ts';
import { ErrorMessage } from '../../components/error-message.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { adminBoardsQuery } from './admin-queries.ts';
import { BoardActions } from './board-actions.tsx';
import { troubleInWords } from './board-health.ts';
import { BOARD_COLUMNS, BoardRow } from './board-row.tsx';
import { LookProblem } from './look-problem.tsx';
import { useTaskWatch } from './task-watch.tsx';

export function BoardsPage() {
  useTitle('Boards', 'Administration');
  const { underWay = [] } = useTaskWatch();
  const { data, error, refetch } = useQuery(adminBoardsQuery(underWay.length > 0));
  const trouble = data === undefined ? null : troubleInWords(data.boards);
  return (
    <>
      <div className="admin-head">
        <PageHeading>Boards</PageHeading>
        {data !== undefined && data.boards.length > 0 && (
          <div className="admin-head-actions">
            <span className="quiet">All boards</span>
            <BoardActions
              board={null}
              advised="verify"
              underWay={[]}
              canRollBack={data.boards.some(({ rollback }) => rollback)}
            />
          </div>
        )}
      </div>
      <LookProblem error={data === undefined ? null : error} />
      {trouble !== null && <p className="notice-line notice-alarm">{trouble}</p>}
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data?.boards.length === 0 && (
        <p className="quiet">
          There are no boards yet. <code>npx sagasu board add</code> adds one.
        </p>
      )}
      {data !== undefined && data.boards.length > 0 && (
        <>
          <BoardTable boards={data.boards} tasks={underWay} mappingVersion={data.mapping_version} />
          <p className="admin-foot">
            Epoch {data.epoch}, mapping version {data.mapping_version}
          </p>
        </>
      )}
    </>
  );
}

interface BoardTableProps {
  readonly boards: readonly AdminBoard[];
  readonly tasks: readonly Task[];
  readonly mappingVersion: number;
}

function BoardTable({ boards, tasks, mappingVersion }: BoardTableProps) {
  return (
    <table className="board-table">
      <caption className="visually-hidden">Boards, with what the database and the index hold of each</caption>
      <thead>
        <tr>
          {BOARD_COLUMNS.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      {boards.map((board) => (
        <BoardRow
          key={board.name}
          board={board}
          tasks={tasks.filter((task) => task.board === board.name)}
          mappingVersion={mappingVersion}
        />
      ))}
    </table>
  );
}
