import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { Task, TaskList } from '../../../../../mappings/contract/admin.ts';
import { isUnfinished, TASK_KINDS, TASK_STATUSES } from '../../../../../mappings/task.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { Time } from '../../../components/time.tsx';
import { stringifySearch } from '../../../lib/addresses.ts';
import type { TaskFilter } from '../api.ts';
import { formatSpan } from '../durations.ts';
import { adminBoardsQuery, historyQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { failureOfTask, taskTitle } from './task-messages.ts';
import { TaskState } from './task-progress.tsx';
import { nameText } from '../../../lib/messages.ts';
import { t } from '../texts.ts';

/** Finished tasks, newest first. The filters are part of the address. */
export function TaskHistory() {
  const { search } = useLocation();
  const filter = readHistoryFilter(search);
  const { data, error, refetch } = useQuery(historyQuery(filter));
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="admin-heading">
        {t('tasks.history')}
      </h2>
      <HistoryForm filter={filter} />
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data !== undefined && <HistoryTable list={data} filter={filter} />}
    </section>
  );
}

function HistoryForm({ filter }: { readonly filter: HistoryFilter }) {
  const navigate = useNavigate();
  const { data } = useQuery(adminBoardsQuery(false));
  const names = data?.boards.map(({ name }) => name) ?? [];
  const boards = filter.board === undefined || names.includes(filter.board) ? names : [...names, filter.board];
  const choose = (change: HistoryFilter) =>
    void navigate({ href: historyAddress({ ...filter, before: undefined, ...change }), resetScroll: false });
  return (
    <form className="filters" onSubmit={(event) => event.preventDefault()}>
      <Choice
        label={t('admin-boards.board')}
        value={filter.board}
        options={boards.map((name) => [name, `/${name}/`])}
        onChoose={(board) => choose({ board })}
      />
      <Choice
        label={t('tasks.kind')}
        value={filter.kind}
        options={TASK_KINDS.map((kind) => [kind, nameText(`task.kind.${kind}`) ?? kind])}
        onChoose={(kind) => choose({ kind })}
      />
      <Choice
        label={t('tasks.outcome')}
        value={filter.status}
        options={OUTCOMES.map((status) => [status, t(`task.state.${status}`)])}
        onChoose={(status) => choose({ status })}
      />
    </form>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChoose: (value: string | undefined) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <label className="choice">
      <span>{label}</span>
      <select value={value ?? ''} onChange={({ target }) => onChoose(target.value === '' ? undefined : target.value)}>
        <option value="">{t('tasks.any')}</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function HistoryTable({ list, filter }: { readonly list: TaskList; readonly filter: HistoryFilter }) {
  const tasks = list.tasks.filter((task) => !isUnfinished(task));
  return (
    <>
      {tasks.length === 0 ? (
        <p className="quiet history-empty">{t(emptyMessage(list, filter))}</p>
      ) : (
        <table className="history">
          <caption className="visually-hidden">{t('tasks.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('tasks.task')}</th>
              <th scope="col">{t('tasks.outcome')}</th>
              <th scope="col">{t('tasks.requested-by')}</th>
              <th scope="col">{t('task.fact.finished')}</th>
              <th scope="col">{t('task.fact.duration')}</th>
            </tr>
          </thead>
          <tbody>
            {tasks.map((task) => (
              <HistoryRow key={task.id} task={task} />
            ))}
          </tbody>
        </table>
      )}
      <nav className="pager" aria-label={t('tasks.pages')}>
        {filter.before !== undefined && (
          <a href={historyAddress({ ...filter, before: undefined })}>{t('tasks.newest')}</a>
        )}
        {list.next !== null && (
          <a rel="next" className="pager-next" href={historyAddress({ ...filter, before: String(list.next) })}>
            {t('tasks.older')}
          </a>
        )}
      </nav>
    </>
  );
}

function emptyMessage(list: TaskList, { board, kind, status }: HistoryFilter) {
  if (list.next !== null) return 'tasks.empty-page';
  return [board, kind, status].every((value) => value === undefined) ? 'tasks.no-history' : 'tasks.no-match';
}

function HistoryRow({ task }: { readonly task: Task }) {
  return (
    <tr>
      <th scope="row">
        <a href={`/admin/tasks/${task.id}`}>{taskTitle(task)}</a>
      </th>
      <td data-label={t('tasks.outcome')}>
        <TaskState task={task} />
        {task.error !== null && <span className="task-error">{failureOfTask(task.error)}</span>}
      </td>
      <td data-label={t('tasks.requested-by')}>{task.requested_by}</td>
      <td data-label={t('task.fact.finished')}>{task.finished_at !== null && <Time iso={task.finished_at} />}</td>
      <td data-label={t('task.fact.duration')}>
        {task.duration_ms === null ? '–' : formatSpan(task.duration_ms / 1000)}
      </td>
    </tr>
  );
}

/** Unfinished tasks are listed above the history. */
const OUTCOMES = TASK_STATUSES.filter((status) => !isUnfinished({ status }));

type HistoryFilter = Pick<TaskFilter, 'board' | 'kind' | 'status' | 'before'>;

/** The filters in an address. Unknown values are ignored. */
export function readHistoryFilter(raw: Readonly<Record<string, unknown>>): HistoryFilter {
  const text = (name: string, isKnown: (value: string) => boolean) => {
    const value = raw[name];
    return typeof value === 'string' && isKnown(value) ? value : undefined;
  };
  return {
    board: text('board', (value) => value !== ''),
    kind: text('kind', (value) => TASK_KINDS.some((kind) => kind === value)),
    status: text('status', (value) => OUTCOMES.some((status) => status === value)),
    before: text('before', (value) => /^[1-9]\d{0,15}$/.test(value)),
  };
}

/** The address of the history with these filters. */
export function historyAddress(filter: HistoryFilter): string {
  return `/admin/tasks${stringifySearch({ ...filter })}`;
}
