import type { Task } from '../../../../../mappings/contract/admin.ts';
import { REINDEX_STEPS, type ReindexStep } from '../../../../../mappings/task.ts';
import { progressText, shareDone, taskState, taskTitle } from './task-messages.ts';
import { t } from '../texts.ts';

/** The progress of the current step as a bar and text. The space is reserved while unknown. */
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

/** A task's state as a word with a mark that does not rely on colour alone. */
export function TaskState({ task }: { readonly task: Task }) {
  return <span className={`task-state task-${task.paused ? 'paused' : task.status}`}>{taskState(task)}</span>;
}

/** The steps of a reindex with their states. */
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

/** `stopped`: the task ended at this step without success. */
type StepState = 'done' | 'current' | 'waiting' | 'stopped';

interface Step {
  readonly step: ReindexStep;
  readonly name: string;
  readonly state: StepState;
}

/** The steps of a reindex; null for tasks with a single step. */
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

/** A step's name. */
function stepName(step: string): string {
  const known = REINDEX_STEPS.find((name) => name === step);
  return known === undefined ? step.replaceAll('_', ' ') : t(`task.step.${known}`);
}
