import type { Task } from '../../../../server/contract/admin.ts';
import { stepsOf } from './task-steps.ts';

const STATE_WORDS = { done: 'done', current: 'under way', waiting: 'to come', stopped: 'stopped here' } as const;

/** Where a rebuild stands. */
export function StepList({ task }: { readonly task: Task }) {
  const steps = stepsOf(task);
  if (steps === null) return null;
  return (
    <ol className="steps" aria-label="Steps">
      {steps.map(({ step, name, state }) => (
        <li key={step} className={`step step-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
          {name}
          <span className="visually-hidden"> ({STATE_WORDS[state]})</span>
        </li>
      ))}
    </ol>
  );
}
