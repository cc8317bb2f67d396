import { memo } from 'react';
import type { ThreadSummary } from '../../../../mappings/contract/thread-list.ts';
import { stringifySearch, threadAddress } from '../../lib/addresses.ts';
import { LAST_POSTS } from '../thread/thread-part.ts';
import { ListedPost } from './listed-post.tsx';
import { say } from '../../lib/messages.ts';

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
            ? say('thread.omitted-both', {
                posts: say('unit.posts', { count: posts }),
                files: say('thread.files', { count: images }),
              })
            : say('thread.omitted', { posts: say('unit.posts', { count: posts }) })}
        </span>
      )}
      <a href={address}>
        {say('thread.open')}
        <span className="visually-hidden"> {opener.num}</span>
      </a>
      {thread.posts > LAST_POSTS + 1 && (
        <a href={`${address}${stringifySearch({ last: String(LAST_POSTS) })}`}>
          {say('thread.last', { number: LAST_POSTS })}
          <span className="visually-hidden"> {say('thread.last-of', { num: String(opener.num) })}</span>
        </a>
      )}
    </p>
  );
}
