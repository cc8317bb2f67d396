import { say } from '../../lib/messages.ts';
import { isSessionGone } from './api.ts';
import { failureInWords } from './request-problem.tsx';

/** What is shown is from before: the last look failed, and the next one comes by itself. Its room is kept. */
export function LookProblem({ error }: { readonly error: unknown }) {
  const isLost = error !== null && !isSessionGone(error);
  return (
    <output className="look-problem">{isLost && say('trial.old-figures', { problem: failureInWords(error) })}</output>
  );
}
