import { isSessionGone } from './admin-api.ts';
import { problemInWords } from './request-problem.tsx';

/** What is shown is from before: the last look failed, and the next one comes by itself. Its room is kept. */
export function LookProblem({ error }: { readonly error: unknown }) {
  const isLost = error !== null && !isSessionGone(error);
  return (
    <output className="look-problem">
      {isLost && `These figures may be old: ${problemInWords(error)} Looking again by itself.`}
    </output>
  );
}
