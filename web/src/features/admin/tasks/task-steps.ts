import { REINDEX_STEPS, type ReindexStep } from '../../../../../mappings/task.ts';
import type { Task } from '../../../../../mappings/contract/admin.ts';
import { t } from '../../../lib/messages.ts';

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
export function stepName(step: string): string {
  const known = REINDEX_STEPS.find((name) => name === step);
  return known === undefined ? step.replaceAll('_', ' ') : t(`task.step.${known}`);
}
