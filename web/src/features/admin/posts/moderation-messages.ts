import type { Moderate, Moderated } from '../../../../../mappings/contract/admin.ts';
import { say } from '../../../lib/messages.ts';

/** "Post 123 of /g/ is hidden.", "12 posts of thread 123 of /g/ are hidden." */
export function outcomeInWords({ action, board, num, thread = false }: Moderate, { posts }: Moderated): string {
  const place = { num: String(num), board };
  if (posts === 0) return say(`moderate.unchanged.${action}`, place);
  return thread
    ? say(`moderate.done-thread.${action}`, { ...place, count: posts })
    : say(`moderate.done.${action}`, place);
}
