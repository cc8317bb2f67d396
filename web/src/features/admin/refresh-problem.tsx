import { t } from '../../lib/messages.ts';
import { isSessionGone } from './api.ts';
import { failureText } from './request-problem.tsx';

/** What is shown is from before: the last look failed, and the next one comes by itself. Its room is kept. */
export function LookProblem({ error }: { readonly error: unknown }) {
  const isLost = error !== null && !isSessionGone(error);
  return <output className="look-problem">{isLost && t('trial.old-figures', { problem: failureText(error) })}</output>;
}
