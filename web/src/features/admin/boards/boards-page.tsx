import { useQuery } from '@tanstack/react-query';
import type { AdminBoard, Task } from '../../../../../mappings/contract/admin.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import { adminBoardsQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { useRoles } from '../session/use-roles.ts';
import { useTaskWatch } from '../tasks/task-watch.tsx';
import { AddBoardButton } from './add-board.tsx';
import { BoardActions } from './board-actions.tsx';
import { BOARD_COLUMNS, BoardRow, boardsWarning } from './board-row.tsx';
import { t, tRich } from '../texts.ts';

export function BoardsPage() {
  useTitle(t('admin.boards'), t('admin.name'));
  const { activeTasks = [] } = useTaskWatch();
  const { data, error, refetch } = useQuery(adminBoardsQuery(activeTasks.length > 0));
  const isAdmin = useRoles()('admin', 'all');
  const trouble = data === undefined ? null : boardsWarning(data.boards);
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('admin.boards')}</PageHeading>
        {isAdmin && (
          <p className="message-actions">
            <a href="/admin/board-defaults">{t('defaults.title')}</a>
            <AddBoardButton />
          </p>
        )}
        {isAdmin && data !== undefined && data.boards.length > 0 && (
          <div className="admin-head-actions">
            <span className="quiet">{t('admin-boards.all')}</span>
            <BoardActions
              board={null}
              advised="verify"
              activeTasks={[]}
              canRollBack={data.boards.some(({ rollback }) => rollback)}
            />
          </div>
        )}
      </div>
      <RefreshProblem error={data === undefined ? null : error} />
      {trouble !== null && <p className="notice-line notice-alarm">{trouble}</p>}
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data?.boards.length === 0 && (
        <p className="quiet">{tRich('admin-boards.none', { add: <code key="add">npx sagasu board add</code> })}</p>
      )}
      {data !== undefined && data.boards.length > 0 && (
        <BoardTable boards={data.boards} tasks={activeTasks} mappingVersion={data.mapping_version} />
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
      <caption className="visually-hidden">{t('admin-boards.caption')}</caption>
      <thead>
        <tr>
          {BOARD_COLUMNS.map((column) => (
            <th key={column} scope="col">
              {t(`admin-boards.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{t('admin-boards.actions')}</span>
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
