import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AdminBoard, Task } from '../../../../../mappings/contract/admin.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Time } from '../../../components/time.tsx';
import { boardAddress, stringifySearch } from '../../../lib/addresses.ts';
import { formatCount } from '../../../lib/format.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { adminBoardsQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { useRoles } from '../session/use-roles.ts';
import { taskSummary } from '../tasks/task-messages.ts';
import { useTaskWatch } from '../tasks/task-watch.tsx';
import { BoardActions } from './board-actions.tsx';
import { Drift, Lag } from './board-figures.tsx';
import { BoardHarvest } from './board-harvest.tsx';
import { BoardIndices } from './board-indices.tsx';
import { BoardLog } from './board-log.tsx';
import { advisedAction } from './board-row.tsx';
import { BoardSources } from './board-sources.tsx';
import { OwnSettings } from './own-settings.tsx';
import { t } from '../texts.ts';

const PARTS = ['source', 'harvest', 'index', 'settings', 'statistics', 'log'] as const;
type PartName = (typeof PARTS)[number];

/** Everything about a board on one page, as far as the roles of the account allow. */
export function BoardPage() {
  // The route's path has a board, but its type is unknown in this lazily loaded page.
  const { board: name = '' }: { readonly board?: string } = useParams({ strict: false });
  useTitle(`/${name}/`, t('admin.name'));
  const { activeTasks = [] } = useTaskWatch();
  const { data, error, refetch } = useQuery(adminBoardsQuery(activeTasks.length > 0));
  if (data === undefined) {
    if (error === null) return <p className="admin-waiting" aria-busy="true" />;
    return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  }
  const board = data.boards.find((one) => one.name === name);
  if (board === undefined) {
    return (
      <section className="message">
        <PageHeading>{t('settings.missing', { board: name })}</PageHeading>
        <p className="message-actions">
          <a href="/admin/boards">{t('settings.all-boards')}</a>
        </p>
      </section>
    );
  }
  return (
    <>
      <RefreshProblem error={error} />
      <Board
        board={board}
        tasks={activeTasks.filter((task) => task.board === name)}
        mappingVersion={data.mapping_version}
      />
    </>
  );
}

interface BoardProps {
  readonly board: AdminBoard;
  readonly tasks: readonly Task[];
  readonly mappingVersion: number;
}

function Board({ board, tasks, mappingVersion }: BoardProps) {
  const may = useRoles();
  const { name } = board;
  const isAdmin = may('admin', { board: name });
  const isModerator = may('moderator', { board: name });
  const shown = PARTS.filter((part) => (part === 'settings' ? isAdmin : part !== 'log' || isModerator));
  const [task] = tasks;
  const ofBoard = stringifySearch({ board: name });
  const contents: Readonly<Record<PartName, ReactNode>> = {
    source:
      board.sources.length === 0 ? (
        <p className="quiet">{t('board-page.no-source')}</p>
      ) : (
        <BoardSources sources={board.sources} />
      ),
    harvest: (
      <>
        <BoardHarvest board={name} harvest={board.harvest} />
        {isAdmin && <More href={`/admin/refusals${ofBoard}`}>{t('board-page.refusals')}</More>}
      </>
    ),
    index: (
      <>
        <dl className="facts">
          <Fact name={t('admin-boards.documents')}>
            {board.documents === null ? t('admin-boards.unknown') : formatCount(board.documents)}
          </Fact>
          <Fact name={t('admin-boards.lag')}>
            <Lag board={board} />
          </Fact>
          <Fact name={t('admin-boards.drift')}>
            <Drift board={board} />
          </Fact>
          <Fact name={t('admin-boards.quarantined')}>
            <Quarantined board={board} />
          </Fact>
        </dl>
        <BoardIndices name={name} indices={board.indices} mappingVersion={mappingVersion} />
        {isAdmin && <More href={`/admin/tasks${ofBoard}`}>{t('board-page.tasks')}</More>}
      </>
    ),
    settings: <OwnSettings board={name} />,
    statistics: (
      <>
        <dl className="facts">
          <Fact name={t('admin-boards.posts')}>{formatCount(board.posts)}</Fact>
          <Fact name={t('admin-boards.last-scrape')}>
            {board.last_scrape === null ? t('admin-boards.never') : <Time iso={board.last_scrape} />}
          </Fact>
        </dl>
        <More href={`${boardAddress(name)}statistics`}>{t('board-page.statistics-page')}</More>
      </>
    ),
    log: <BoardLog board={name} />,
  };
  return (
    <>
      <div className="admin-head">
        <div>
          <PageHeading>
            /{name}/ <span className="board-page-title">{board.title}</span>
          </PageHeading>
          {board.unlisted && <span className="badge">{t('admin-boards.unlisted')}</span>}
          {board.outdated && <span className="badge badge-alarm">{t('admin-boards.outdated')}</span>}
        </div>
        {isAdmin && (
          <BoardActions
            board={name}
            advised={advisedAction(board)}
            activeTasks={tasks.map(({ kind }) => kind)}
            canRollBack={board.rollback}
          >
            {task === undefined ? undefined : <a href={`/admin/tasks/${task.id}`}>{taskSummary(task)}</a>}
          </BoardActions>
        )}
      </div>
      <nav className="board-page-parts" aria-label={t('board-page.parts')}>
        <ul>
          {shown.map((part) => (
            <li key={part}>
              <a href={`#board-${part}`}>{t(`board-page.${part}`)}</a>
            </li>
          ))}
          <li>
            <a href={boardAddress(name)}>{t('board-page.public')}</a>
          </li>
        </ul>
      </nav>
      {shown.map((part) => (
        <section key={part} className="board-page-part" aria-labelledby={`board-${part}`}>
          <h2 id={`board-${part}`}>{t(`board-page.${part}`)}</h2>
          {contents[part]}
        </section>
      ))}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function More({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <p className="board-page-more">
      <a href={href}>{children}</a>
    </p>
  );
}

function Quarantined({ board: { name, quarantined } }: { readonly board: AdminBoard }) {
  const may = useRoles();
  const count = formatCount(quarantined);
  if (quarantined === 0) return count;
  if (!may('admin', 'all')) return <span className="alarm">{count}</span>;
  return (
    <a className="alarm" href={`/admin/quarantine${stringifySearch({ board: name })}`}>
      {count}
    </a>
  );
}
