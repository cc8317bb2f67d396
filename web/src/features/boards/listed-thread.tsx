import { memo, type ReactNode, useState } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import type { ThreadSummary } from '../../../../mappings/contract/thread-list.ts';
import { Comment } from '../../components/comment/comment.tsx';
import { excerptOf, textBeforeTable } from '../../components/post/excerpt.ts';
import { PostFiles } from '../../components/post/post-files.tsx';
import { replyClass, threadAttributes, threadClass } from '../../components/post/foolfuuka.ts';
import { PostHead } from '../../components/post/post-head.tsx';
import { PostTools } from '../../components/post/post-tools.tsx';
import { articleAttributes, postClass } from '../../components/post/post-attributes.ts';
import { TruncatedNotice } from '../../components/post/truncated-notice.tsx';
import { UnreadCount } from '../../components/unread-count.tsx';
import { LAST_POSTS, lastPostsAddress, threadAddress } from '../../lib/addresses.ts';
import { hidePost, postKey, showPost, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { t } from './texts.ts';

/** A thread in a board's index: opening post, number of omitted posts, newest replies. */
export const ListedThread = memo(function ListedThread({ thread }: { readonly thread: ThreadSummary }) {
  const { opener, replies } = thread;
  return (
    <article
      className={`${threadClass(opener)} listed-thread ${postClass(opener, false)}`}
      {...articleAttributes(opener)}
      {...threadAttributes(opener.board, opener.num, opener)}
    >
      <ListedPost post={opener} />
      <ThreadLinks thread={thread} />
      {replies.length > 0 && (
        <aside role="none" className="posts listed-replies">
          {replies.map((post) => (
            <article
              key={postKey(post)}
              className={`${replyClass(post)} ${postClass(post, false)}`}
              {...articleAttributes(post)}
            >
              <div className="post_wrapper">
                <ListedPost post={post} />
              </div>
            </article>
          ))}
        </aside>
      )}
      <button
        type="button"
        className="quiet-button hide-thread"
        aria-label={t('thread.hide-which', { num: String(opener.num) })}
        onClick={() => hidePost(opener)}
      >
        {t('thread.hide')}
      </button>
    </article>
  );
});

function ThreadLinks({ thread }: { readonly thread: ThreadSummary }) {
  const { opener, omitted_posts: posts, omitted_images: images } = thread;
  const address = threadAddress(opener.board, opener.num);
  return (
    <p className="thread-links">
      {posts > 0 && (
        <span>
          <span hidden>
            <span className="omitted_posts">{posts}</span> <span className="omitted_images">{images}</span>
          </span>
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
      <UnreadCount board={opener.board} num={opener.num} posts={thread.posts} />
      {thread.posts > LAST_POSTS + 1 && (
        <a href={lastPostsAddress(opener.board, opener.num)}>
          {t('thread.last', { number: LAST_POSTS })}
          <span className="visually-hidden"> {t('thread.last-of', { num: String(opener.num) })}</span>
        </a>
      )}
    </p>
  );
}

const OP_THUMBNAIL = 200;
const THUMBNAIL = 100;

/** The content of a post in a board's index; long comments are cut. */
function ListedPost({ post }: { readonly post: Post }) {
  const { opener } = post;
  const isHidden = useHiddenPosts().has(postKey(post));
  const [whole, setWhole] = useState(false);
  const { part, cutBefore, cutAfter } = excerptOf(textBeforeTable(post), undefined);
  const isCut = cutBefore || cutAfter;
  return (
    <>
      <PostHead post={post} subjectHref={opener ? threadAddress(post.board, post.thread) : undefined}>
        <PostTools post={post} isHidden={isHidden} />
      </PostHead>
      {!isHidden && <PostFiles post={post} limit={opener ? OP_THUMBNAIL : THUMBNAIL} />}
      {!isHidden && <Comment tokens={post.tokens} place={post} part={isCut && !whole ? part : undefined} />}
      {!isHidden && (whole || !isCut) && <TruncatedNotice post={post} />}
      {!isHidden && isCut && (
        <button type="button" className="quiet-button hit-more" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {t(whole ? 'post.show-less' : 'post.show-whole')}
        </button>
      )}
    </>
  );
}

interface HiddenThreadProps {
  readonly opener: Post;
  readonly children: ReactNode;
}

/** A thread, or a line in its place if the reader hid it. */
export function HiddenThread({ opener, children }: HiddenThreadProps) {
  const isHidden = useHiddenPosts().has(postKey(opener));
  if (isHidden) {
    return (
      <p className="hidden-line">
        {t('thread.hidden', { num: String(opener.num) })}{' '}
        <button type="button" className="text-button" onClick={() => showPost(opener)}>
          {t('thread.show')}
          <span className="visually-hidden"> {t('thread.show-which', { num: String(opener.num) })}</span>
        </button>
      </p>
    );
  }
  return children;
}
