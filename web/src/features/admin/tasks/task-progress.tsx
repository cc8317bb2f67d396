import type { Task } from '../../../../../mappings/contract/admin.ts';
import { REINDEX_STEPS, type ReindexStep } from '../../../../../mappings/task.ts';
import { t } from '../../../lib/messages.ts';
import { progressText, shareDone, taskState, taskTitle } from './task-messages.ts';

/** How far the step under way is: a bar, and the same in words. Holds its room before anything is known. */
export function TaskProgress({ task }: { readonly task: Task }) {
  const share = shareDone(task);
  const words = progressText(task);
  return (
    <div className="task-progress">
      <progress
        aria-label={t('task.progress', { task: taskTitle(task) })}
        max={1}
        value={share ?? (task.progress === null ? 0 : undefined)}
      />
      <p>
        {task.kind !== 'reindex' && task.step !== null && `${stepName(task.step)}: `}
        {words}
      </p>
    </div>
  );
}

/** How a task stands, as a word with a mark that does not lean on colour alone. */
export function TaskState({ task }: { readonly task: Task }) {
  return <span className={`task-state task-${task.paused ? 'paused' : task.status}`}>{taskState(task)}</span>;
}

/** Where a rebuild stands. */
export function StepList({ task }: { readonly task: Task }) {
  const steps = stepsOf(task);
  if (steps === null) return null;
  return (
    <ol className="steps" aria-label={t('task.steps')}>
      {steps.map(({ step, name, state }) => (
        <li key={step} className={`step step-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
          {name}
          <span className="visually-hidden"> ({t(`task.step-${state}`)})</span>
        </li>
      ))}
    </ol>
  );
}

/** `stopped`: the task ended here without success. */
type StepState = 'done' | 'current' | 'waiting' | 'stopped';

interface Step {
  readonly step: ReindexStep;
  readonly name: string;
  readonly state: StepState;
}

/** The way of a rebuild; null for tasks that have one step only. */
export function stepsOf(task: Pick<Task, 'kind' | 'step' | 'status'>): readonly Step[] | null {
  if (task.kind !== 'reindex') return null;
  const at = REINDEX_STEPS.findIndex((step) => step === task.step);
  return REINDEX_STEPS.map((step, index) => ({
    step,
    name: t(`task.step.${step}`),
    state: stateOf(task, index, at),
  }));
}

function stateOf(task: Pick<Task, 'status'>, index: number, at: number): StepState {
  if (task.status === 'succeeded' || index < at) return 'done';
  if (index > at) return 'waiting';
  return task.status === 'processing' || task.status === 'enqueued' ? 'current' : 'stopped';
}

/** A step's name in a line of text. */
function stepName(step: string): string {
  const known = REINDEX_STEPS.find((name) => name === step);
  return known === undefined ? step.replaceAll('_', ' ') : t(`task.step.${known}`);
}
