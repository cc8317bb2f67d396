import type { Task } from '../../../../../mappings/contract/admin.ts';
import { t } from '../../../lib/messages.ts';
import { stepsOf } from './task-steps.ts';

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
