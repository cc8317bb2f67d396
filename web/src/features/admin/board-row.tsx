import { useId, useState } from 'react';
import type { AdminBoard, Task } from '../../../../server/contract/admin.ts';
import { Time } from '../../components/time.tsx';
import { boardAddress } from '../../lib/addresses.ts';
import { formatCount, formatNumberOf } from '../../lib/format.ts';
import { BoardActions } from './board-actions.tsx';
import { advisedAction, barShare } from './board-health.ts';
import { BoardHarvest } from './board-harvest.tsx';
import { BoardIndices } from './board-indices.tsx';
import { formatSpan } from './durations.ts';
import { shareDone, taskInBrief } from './task-words.ts';

interface BoardRowProps {
  readonly board: AdminBoard;
  readonly tasks: readonly Task[];
  readonly mappingVersion: number;
}

/** How late may the index be before the bar beside it is full. */
const FULL_LAG_SECONDS = 600;
/** What is in flight whenever somebody writes. */
const USUAL_LAG_SECONDS = 10;

export const BOARD_COLUMNS = ['Board', 'Posts', 'Documents', 'Lag', 'Drift', 'Last scrape', 'Quarantined'] as const;

/** A board's figures; its indices fold out below. */
export function BoardRow({ board, tasks, mappingVersion }: BoardRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [task] = tasks;
  return (
    <tbody>
      <tr>
        <th scope="row">
          <button
            type="button"
            className="fold"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`Indices of /${board.name}/`}
            onClick={() => setOpen(!isOpen)}
          />
          <a href={boardAddress(board.name)}>/{board.name}/</a> <small className="board-row-title">{board.title}</small>
          {board.outdated && <span className="badge badge-alarm board-outdated">outdated mapping</span>}
        </th>
        <td data-label="Posts">{formatCount(board.posts)}</td>
        <td data-label="Documents">
          {board.documents === null ? <span className="quiet">not known</span> : formatCount(board.documents)}
        </td>
        <td data-label="Lag">
          <Lag board={board} />
        </td>
        <td data-label="Drift">
          <Drift board={board} />
        </td>
        <td data-label="Last scrape">
          {board.last_scrape === null ? <span className="quiet">never</span> : <Time iso={board.last_scrape} />}
          {board.harvest?.quiet === true && <span className="badge badge-alarm">quiet</span>}
        </td>
        <td data-label="Quarantined">
          {board.quarantined === 0 ? (
            <span className="quiet">0</span>
          ) : (
            <a className="alarm" href={`/admin/quarantine?board=${board.name}`}>
              {formatCount(board.quarantined)}
            </a>
          )}
        </td>
        <td className="board-row-actions">
          <BoardActions
            board={board.name}
            advised={advisedAction(board)}
            underWay={tasks.map(({ kind }) => kind)}
            canRollBack={board.rollback}
          >
            {task === undefined ? undefined : (
              <a className="board-task" href={`/admin/tasks/${task.id}`}>
                {taskInBrief(task)}
                {tasks.length > 1 && ` and ${formatCount(tasks.length - 1)} more`}
              </a>
            )}
          </BoardActions>
          {task !== undefined && <Bar share={shareDone(task) ?? 0} />}
        </td>
      </tr>
      <tr id={id} hidden={!isOpen} className="board-row-fold">
        <td colSpan={8}>
          {isOpen && <BoardHarvest harvest={board.harvest} />}
          {isOpen && <BoardIndices name={board.name} indices={board.indices} mappingVersion={mappingVersion} />}
        </td>
      </tr>
    </tbody>
  );
}

function Lag({ board: { lag_seconds: lag, dirty_threads: threads } }: { readonly board: AdminBoard }) {
  if (threads === 0) return <span className="quiet">none</span>;
  const isLate = lag > USUAL_LAG_SECONDS;
  return (
    <span className={isLate ? 'alarm' : undefined} title={`${formatNumberOf(threads, 'thread')} waiting to be indexed`}>
      {formatSpan(lag)}
      <Bar share={barShare(lag, FULL_LAG_SECONDS)} />
    </span>
  );
}

function Drift({ board: { drift, documents, verified_at: at } }: { readonly board: AdminBoard }) {
  if (drift === null) return <span className="quiet">not verified yet</span>;
  const verified = at !== null && (
    <small>
      verified <Time iso={at} />
    </small>
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

/** Decoration: the figure beside it says the same. */
function Bar({ share }: { readonly share: number }) {
  return (
    <span className="bar" aria-hidden="true">
      <span style={{ inlineSize: `${share * 100}%` }} />
    </span>
  );
}
