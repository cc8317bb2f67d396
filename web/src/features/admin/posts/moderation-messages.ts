import type { Moderate, Moderated } from '../../../../../mappings/contract/admin.ts';
import { t } from '../../../lib/messages.ts';

/** "Post 123 of /g/ is hidden.", "12 posts of thread 123 of /g/ are hidden." */
export function outcomeText({ action, board, num, thread = false }: Moderate, { posts }: Moderated): string {
  const place = { num: String(num), board };
  if (posts === 0) return t(`moderate.unchanged.${action}`, place);
  return thread ? t(`moderate.done-thread.${action}`, { ...place, count: posts }) : t(`moderate.done.${action}`, place);
}
