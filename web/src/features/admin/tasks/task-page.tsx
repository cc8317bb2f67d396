import { isUnfinished } from '../../../../../mappings/task.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Task } from '../../../../../mappings/contract/admin.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Time } from '../../../components/time.tsx';
import { isApiError } from '../../../lib/api-error.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { formatSpanLong } from '../durations.ts';
import { useKeepFocus } from '../keep-focus.ts';
import { taskQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { TaskControls } from './task-controls.tsx';
import { TaskDetails } from './task-details.tsx';
import { failureOfTask, taskTitle } from './task-messages.ts';
import { StepList, TaskProgress, TaskState } from './task-progress.tsx';
import { t, tRich } from '../texts.ts';

export function TaskPage() {
  // The route's path has an id, but its type is unknown in this lazily loaded page.
  const { id = '' }: { readonly id?: string } = useParams({ strict: false });
  const { data: task, error, refetch } = useQuery(taskQuery(Number(id)));
  useTitle(task === undefined ? t('task.number', { id }) : taskTitle(task), t('admin.name'));
  if (task === undefined) {
    if (error === null) return <p className="admin-waiting" aria-busy="true" />;
    if (isApiError(error) && (error.isNotFound || error.status === 400)) return <TaskMissing id={id} />;
    return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  }
  return <LoadedTask task={task} error={error} />;
}

function TaskMissing({ id }: { readonly id: string }) {
  return (
    <section className="message">
      <PageHeading>{t('task.missing', { id })}</PageHeading>
      <p className="message-actions">
        <a href="/admin/tasks">{t('task.show-all')}</a>
      </p>
    </section>
  );
}

function LoadedTask({ task, error }: { readonly task: Task; readonly error: Error | null }) {
  const place = useRef<HTMLElement>(null);
  const keepFocus = useKeepFocus(place);
  return (
    <article className="task-page" tabIndex={-1} ref={place} aria-labelledby="task-title" {...keepFocus}>
      <div className="admin-head">
        <PageHeading>
          <span id="task-title">{taskTitle(task)}</span>
        </PageHeading>
        <TaskControls task={task} />
      </div>
      <RefreshProblem error={error} />
      {task.error !== null && <Failure error={task.error} />}
      <StepList task={task} />
      {isUnfinished(task) && <TaskProgress task={task} />}
      <dl className="facts">
        <div>
          <dt>{t('task.fact.state')}</dt>
          <dd>
            <TaskState task={task} />
          </dd>
        </div>
        <Moment name={t('task.fact.requested')} iso={task.enqueued_at} by={task.requested_by} />
        <Moment name={t('task.fact.started')} iso={task.started_at} />
        <Moment name={t('task.fact.finished')} iso={task.finished_at} />
        {task.duration_ms !== null && (
          <div>
            <dt>{t('task.fact.duration')}</dt>
            <dd>{formatSpanLong(task.duration_ms / 1000)}</dd>
          </div>
        )}
      </dl>
      <TaskDetails details={task.details} />
      <p className="message-actions">
        <a href="/admin/tasks">{t('task.all')}</a>
        {task.board !== null && (
          <a href={`/admin/tasks?board=${task.board}`}>{t('task.of-board', { board: task.board })}</a>
        )}
      </p>
    </article>
  );
}

/** The API's message names indices and numbers, so it is shown in every language. */
function Failure({ error }: { readonly error: NonNullable<Task['error']> }) {
  const words = failureOfTask(error);
  return (
    <p className="notice-line notice-alarm">
      {words} {words !== error.message && <span lang="en">({error.message})</span>}
    </p>
  );
}

interface MomentProps {
  readonly name: string;
  readonly iso: string | null;
  readonly by?: string;
}

function Moment({ name, iso, by }: MomentProps) {
  if (iso === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {by === undefined ? <Time iso={iso} /> : tRich('task.by', { time: <Time key="time" iso={iso} />, account: by })}
      </dd>
    </div>
  );
}
