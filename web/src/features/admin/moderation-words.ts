import type { Moderate, Moderated } from '../../../../server/contract/admin.ts';
import { formatNumberOf } from '../../lib/format.ts';

type Action = Moderate['action'];

export const ACTION_NAMES: Readonly<Record<Action, string>> = { hide: 'Hide', show: 'Show', purge: 'Purge' };

export const ACTION_HELP: Readonly<Record<Action, string>> = {
  hide: 'Readers see it no longer, at once. It is kept.',
  show: 'What was hidden is seen again.',
  purge: 'Its content is gone for ever, from every store.',
};

const DONE: Readonly<Record<Action, string>> = { hide: 'hidden', show: 'shown again', purge: 'purged' };
const BEFORE: Readonly<Record<Action, string>> = { hide: 'hidden', show: 'shown', purge: 'purged' };

/** "Post 123 of /g/ is hidden.", "12 posts of thread 123 of /g/ are hidden." */
export function outcomeInWords({ action, board, num, thread = false }: Moderate, { posts }: Moderated): string {
  const where = `${num} of /${board}/`;
  if (posts === 0) return `Nothing has changed: ${where} was ${BEFORE[action]} before.`;
  if (!thread) return `Post ${where} is ${DONE[action]}.`;
  return `${formatNumberOf(posts, 'post')} of thread ${where} ${posts === 1 ? 'is' : 'are'} ${DONE[action]}.`;
}
