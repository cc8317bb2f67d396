import { memo } from 'react';
import type { ThreadSummary } from '../../../../mappings/contract/thread-list.ts';
import { LAST_POSTS, lastPostsAddress, threadAddress } from '../../lib/addresses.ts';
import { ListedPost } from './listed-post.tsx';
import { t } from '../../lib/messages.ts';

/** A thread of a board's index: how it begins, what is left out, and how it goes on. */
export const ListedThread = memo(function ListedThread({ thread }: { readonly thread: ThreadSummary }) {
  const { opener, replies } = thread;
  return (
    <>
      <ListedPost post={opener} />
      <ThreadWays thread={thread} />
      {replies.length > 0 && (
        <ol className="listed-replies">
          {replies.map((post) => (
            <li key={`${post.num}_${post.subnum}`}>
              <ListedPost post={post} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
});

function ThreadWays({ thread }: { readonly thread: ThreadSummary }) {
  const { opener, omitted_posts: posts, omitted_images: images } = thread;
  const address = threadAddress(opener.board, opener.num);
  return (
    <p className="thread-ways">
      {posts > 0 && (
        <span>
          {images > 0
            ? t('thread.omitted-both', {
                posts: t('unit.posts', { count: posts }),
                files: t('thread.files', { count: images }),
              })
            : t('thread.omitted', { posts: t('unit.posts', { count: posts }) })}
        </span>
      )}
      <a href={address}>
        {t('thread.open')}
        <span className="visually-hidden"> {opener.num}</span>
      </a>
      {thread.posts > LAST_POSTS + 1 && (
        <a href={lastPostsAddress(opener.board, opener.num)}>
          {t('thread.last', { number: LAST_POSTS })}
          <span className="visually-hidden"> {t('thread.last-of', { num: String(opener.num) })}</span>
        </a>
      )}
    </p>
  );
}
