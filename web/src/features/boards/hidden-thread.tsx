import type { ReactNode } from 'react';
import type { Post } from '../../../../server/contract/post.ts';
import { hidePost, postKey, showPost, useHiddenPosts } from '../../lib/hidden-posts.ts';

interface HiddenThreadProps {
  readonly opener: Post;
  readonly children: ReactNode;
}

/** A thread, or the line that stands for one which the reader has hidden. */
export function HiddenThread({ opener, children }: HiddenThreadProps) {
  const isHidden = useHiddenPosts().has(postKey(opener));
  if (isHidden) {
    return (
      <p className="hidden-line">
        Thread {opener.num} is hidden.{' '}
        <button type="button" className="text-button" onClick={() => showPost(opener)}>
          Show it<span className="visually-hidden"> (thread {opener.num})</span>
        </button>
      </p>
    );
  }
  return (
    <>
      {children}
      <button
        type="button"
        className="quiet-button hide-thread"
        aria-label={`Hide thread ${opener.num}`}
        onClick={() => hidePost(opener)}
      >
        Hide
      </button>
    </>
  );
}
