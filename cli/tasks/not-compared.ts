/** Names the parts that a verification did not compare, and what to do. */
import type { Task } from '../../mappings/contract/admin.ts';
import { formatPlace } from './format.ts';

/** One sentence for each part of the board that a verification left out; none for other tasks. */
export function notCompared(task: Task): readonly string[] {
  const { kind, board, status } = task;
  if (kind !== 'verify' || board === null) return [];
  const say = (reason: string) => `Not compared: ${formatPlace(board)}: ${reason}.`;
  if (status === 'failed') return [say(task.error?.message ?? 'the verification failed')];
  if (status !== 'succeeded') return [];
  const { outdated, replaced, unindexed } = task.details as Readonly<Record<string, unknown>>;
  return [
    ...named(outdated).map((index) => say(`${index} has the mapping of an older version; run sagasu reindex ${board}`)),
    ...named(replaced).map((index) => say(`${index} was removed or replaced meanwhile; run sagasu verify ${board}`)),
    ...named(unindexed).map((slice) =>
      say(`slice ${slice} has posts and no index yet; once its posts are indexed, run sagasu verify ${board}`),
    ),
  ];
}

function named(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
