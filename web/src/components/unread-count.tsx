import { t } from '../lib/messages.ts';
import { useUnreadCount } from '../lib/read-posts.ts';

interface UnreadCountProps {
  readonly board: string;
  readonly num: number;
  /** All posts of the thread. */
  readonly posts: number;
}

/** How many posts of a thread the reader has not read, if the thread was open in this browser. Takes no room of its own line. */
export function UnreadCount({ board, num, posts }: UnreadCountProps) {
  const count = useUnreadCount()(board, num, posts);
  return count > 0 && <span className="unread-count">{t('thread.unread', { count })}</span>;
}
