import { useId, useState } from 'react';
import type { AdminBoard, Task } from '../../../../../mappings/contract/admin.ts';
import { Time } from '../../../components/time.tsx';
import { boardSettingsAddress, staffBoardAddress } from '../../../lib/addresses.ts';
import { formatCount, perLanguage } from '../../../lib/format.ts';
import { useRoles } from '../session/use-roles.ts';
import { shareDone, taskSummary } from '../tasks/task-messages.ts';
import { type BoardAction, BoardActions } from './board-actions.tsx';
import { type BoardDialogKind, ListDialog, RemoveDialog, RenameDialog } from './board-dialogs.tsx';
import { Bar, Drift, Lag } from './board-figures.tsx';
import { BoardHarvest } from './board-harvest.tsx';
import { BoardIndices } from './board-indices.tsx';
import { BoardSources, FailingSource } from './board-sources.tsx';
import { t } from '../texts.ts';

interface BoardRowProps {
  readonly board: AdminBoard;
  readonly tasks: readonly Task[];
  readonly mappingVersion: number;
}

export const BOARD_COLUMNS = ['board', 'posts', 'documents', 'lag', 'drift', 'last-scrape', 'quarantined'] as const;

/** A board's figures, with its indices collapsed below. */
export function BoardRow({ board, tasks, mappingVersion }: BoardRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [task] = tasks;
  const may = useRoles();
  const isAdmin = may('admin', 'all');
  const [dialog, setDialog] = useState<BoardDialogKind | null>(null);
  const close = () => setDialog(null);
  const managing = [
    { name: t('board-rename.item'), run: () => setDialog('rename') },
    { name: t(board.unlisted ? 'board-list.show-item' : 'board-list.hide-item'), run: () => setDialog('list') },
    ...(isAdmin ? [{ name: t('board-remove.item'), run: () => setDialog('remove') }] : []),
  ];
  return (
    <tbody>
      <tr>
        <th scope="row">
          <button
            type="button"
            className="fold"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={t('admin-boards.indices', { board: board.name })}
            onClick={() => setOpen(!isOpen)}
          />
          <a href={staffBoardAddress(board.name)}>/{board.name}/</a>
          {may('admin', { board: board.name }) && (
            <a
              className="board-row-settings"
              href={boardSettingsAddress(board.name)}
              aria-label={t('settings.link-of', { board: board.name })}
            >
              {t('settings.link')}
            </a>
          )}{' '}
          <small className="board-row-title">{board.title}</small>
          {board.unlisted && <span className="badge">{t('admin-boards.unlisted')}</span>}
          {board.outdated && <span className="badge badge-alarm board-outdated">{t('admin-boards.outdated')}</span>}
        </th>
        <td data-label={t('admin-boards.posts')}>{formatCount(board.posts)}</td>
        <td data-label={t('admin-boards.documents')}>
          {board.documents === null ? (
            <span className="quiet">{t('admin-boards.unknown')}</span>
          ) : (
            formatCount(board.documents)
          )}
        </td>
        <td data-label={t('admin-boards.lag')}>
          <Lag board={board} />
        </td>
        <td data-label={t('admin-boards.drift')}>
          <Drift board={board} />
        </td>
        <td data-label={t('admin-boards.last-scrape')}>
          {board.last_scrape === null ? (
            <span className="quiet">{t('admin-boards.never')}</span>
          ) : (
            <Time iso={board.last_scrape} />
          )}{' '}
          <FailingSource sources={board.sources} />{' '}
          {board.harvest?.quiet === true && <span className="badge badge-alarm">{t('admin-boards.quiet')}</span>}
        </td>
        <td data-label={t('admin-boards.quarantined')}>
          {board.quarantined === 0 || !isAdmin ? (
            <span className={board.quarantined === 0 ? 'quiet' : 'alarm'}>{formatCount(board.quarantined)}</span>
          ) : (
            <a className="alarm" href={`/admin/quarantine?board=${board.name}`}>
              {formatCount(board.quarantined)}
            </a>
          )}
        </td>
        <td className="board-row-actions">
          {may('admin', { board: board.name }) && (
            <BoardActions
              board={board.name}
              advised={advisedAction(board)}
              activeTasks={tasks.map(({ kind }) => kind)}
              canRollBack={board.rollback}
              more={managing}
            >
              {task === undefined ? undefined : (
                <a className="board-task" href={`/admin/tasks/${task.id}`}>
                  {tasks.length > 1
                    ? t('admin-boards.more-tasks', { task: taskSummary(task), number: tasks.length - 1 })
                    : taskSummary(task)}
                </a>
              )}
            </BoardActions>
          )}
          {dialog === 'rename' && <RenameDialog board={board} onClose={close} />}
          {dialog === 'list' && <ListDialog board={board} onClose={close} />}
          {dialog === 'remove' && <RemoveDialog board={board} onClose={close} />}
          {task !== undefined && <Bar share={shareDone(task) ?? 0} />}
        </td>
      </tr>
      <tr id={id} hidden={!isOpen} className="board-row-details">
        <td colSpan={8}>
          {isOpen && <BoardSources sources={board.sources} />}
          {isOpen && <BoardHarvest board={board.name} harvest={board.harvest} />}
          {isOpen && <BoardIndices name={board.name} indices={board.indices} mappingVersion={mappingVersion} />}
        </td>
      </tr>
    </tbody>
  );
}

/** The most urgent action for a board: the one button in its row. */
export function advisedAction(board: Pick<AdminBoard, 'outdated' | 'drift'>): BoardAction {
  if (board.outdated) return 'reindex';
  return board.drift !== null && board.drift > 0 ? 'repair' : 'verify';
}

/** A warning about all boards; null if none needs attention. */
export function boardsWarning(boards: readonly AdminBoard[]): string | null {
  const names = (which: (board: AdminBoard) => boolean) =>
    list().format(boards.filter(which).map(({ name }) => `/${name}/`));
  const drifting = names(({ drift }) => drift !== null && drift > 0);
  const outdated = names(({ outdated: is }) => is);
  const parts = [
    drifting !== '' && t('admin-boards.drifting', { boards: drifting }),
    outdated !== '' && t('admin-boards.old-mapping', { boards: outdated }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : parts.join(' ');
}

const list = perLanguage((locale) => new Intl.ListFormat(locale));
