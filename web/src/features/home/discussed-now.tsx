import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { UnreadCount } from '../../components/unread-count.tsx';
import { boardAddress, threadAddress } from '../../lib/addresses.ts';
import { useReaderFilters } from '../../lib/filtered-posts.ts';
import { postKey, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { t } from './texts.ts';
import { activityQuery } from '../../lib/queries.ts';
import { threadTitle } from '../../lib/thread-title.ts';

/** The threads with the most posts in the last hours, over all boards. */
export function DiscussedNow() {
  const { data } = useQuery(activityQuery());
  useReaderFilters(useMemo(() => data?.threads.map(({ opener }) => opener) ?? [], [data]));
  const hidden = useHiddenPosts();
  const threads = data?.threads.filter(({ opener }) => !hidden.has(postKey(opener))) ?? [];
  if (threads.length === 0) return null;
  return (
    <section aria-labelledby="now-heading">
      <h2 id="now-heading" className="home-heading">
        {t('activity.active-threads')}
      </h2>
      <ol className="discussed-now">
        {threads.map(({ posts, thread_posts: all, opener }) => (
          <li key={postKey(opener)} data-post={postKey(opener)}>
            <a className="board-name" href={boardAddress(opener.board)}>
              /{opener.board}/
            </a>
            <a href={threadAddress(opener.board, opener.num)}>{threadTitle(opener)}</a>
            <span className="quiet">
              {t('activity.posts-now', { count: posts })}
              <UnreadCount board={opener.board} num={opener.num} posts={all} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
