import { useId, useState } from 'react';
import type { AdminBoard, BoardHarvest as Harvest, Task } from '../../../../../mappings/contract/admin.ts';
import { Time } from '../../../components/time.tsx';
import { boardAddress, boardSettingsAddress } from '../../../lib/addresses.ts';
import { formatCount, perLanguage } from '../../../lib/format.ts';
import { formatSpan } from '../durations.ts';
import { useRoles } from '../session/use-roles.ts';
import { shareDone, taskSummary } from '../tasks/task-messages.ts';
import { type BoardAction, BoardActions } from './board-actions.tsx';
import { type BoardDialogKind, ListDialog, RemoveDialog, RenameDialog } from './board-dialogs.tsx';
import { BoardIndices } from './board-indices.tsx';
import { BoardSources, FailingSource } from './board-sources.tsx';
import { t, tRich } from '../texts.ts';

interface BoardRowProps {
  readonly board: AdminBoard;
  readonly tasks: readonly Task[];
  readonly mappingVersion: number;
}

/** Lag at which the bar is full, in seconds. */
const FULL_LAG_SECONDS = 600;
/** Lag below this is normal while posts arrive. */
const USUAL_LAG_SECONDS = 10;

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
          <a href={boardAddress(board.name)}>/{board.name}/</a>
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
          )}
          <FailingSource sources={board.sources} />
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

function Lag({ board: { lag_seconds: lag, dirty_threads: threads } }: { readonly board: AdminBoard }) {
  if (threads === 0) return <span className="quiet">{t('admin-boards.no-lag')}</span>;
  const isLate = lag > USUAL_LAG_SECONDS;
  return (
    <span className={isLate ? 'alarm' : undefined} title={t('admin-boards.waiting', { count: threads })}>
      {formatSpan(lag)}
      <Bar share={barShare(lag, FULL_LAG_SECONDS)} />
    </span>
  );
}

function Drift({ board: { drift, documents, verified_at: at } }: { readonly board: AdminBoard }) {
  if (drift === null) return <span className="quiet">{t('admin-boards.not-verified')}</span>;
  const verified = at !== null && (
    <small>{tRich('admin-boards.verified', { time: <Time key="time" iso={at} /> })}</small>
  );
  if (drift === 0) return <span>0 {verified}</span>;
  return (
    <span className="drift">
      <strong className="badge badge-alarm">{formatCount(drift)}</strong>
      <Bar share={barShare(drift, documents ?? drift)} />
      {verified}
    </span>
  );
}

/** Decorative: the figure next to it has the same information. */
function Bar({ share }: { readonly share: number }) {
  return (
    <span className="bar" aria-hidden="true">
      <span style={{ inlineSize: `${share * 100}%` }} />
    </span>
  );
}

const tenths = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** The harvest status of a board in one line. */
function BoardHarvest({ board, harvest }: { readonly board: string; readonly harvest: Harvest | null }) {
  if (harvest === null) return <p className="quiet">{t('harvest.none')}</p>;
  const { last_success: success, requests, unchanged, errors } = harvest;
  const share = requests === 0 ? 0 : Math.round((unchanged / requests) * 100);
  const kinds = Object.entries(errors).map(([kind, times]) => `${kind} ${formatCount(times)}`);
  return (
    <p>
      {tRich('harvest.line', {
        success: success === null ? t('admin-boards.never') : <Time key="success" iso={success} />,
        since: <Time key="since" iso={harvest.since} />,
        requests: t('harvest.requests', { count: requests }),
        share,
        saved: harvest.saved,
        rate: tenths().format(harvest.posts_per_minute),
        posts: t('unit.posts', { count: harvest.deleted_posts }),
        threads: t('thread.threads', { count: harvest.deleted_threads }),
      })}
      {harvest.held > 0 && (
        <a className="alarm" href={boardSettingsAddress(board)}>
          {t('harvest.held', { number: harvest.held })}
        </a>
      )}
      {kinds.length > 0 && t('harvest.errors', { kinds: kinds.join(', ') })}.
    </p>
  );
}

/** The most urgent action for a board: the one button in its row. */
export function advisedAction(board: Pick<AdminBoard, 'outdated' | 'drift'>): BoardAction {
  if (board.outdated) return 'reindex';
  return board.drift !== null && board.drift > 0 ? 'repair' : 'verify';
}

/** Fill of a small bar on a logarithmic scale, so that one in a million is visible. */
export function barShare(value: number, full: number): number {
  if (value <= 0 || full <= 0) return 0;
  return Math.min(1, Math.log1p(value) / Math.log1p(full));
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
