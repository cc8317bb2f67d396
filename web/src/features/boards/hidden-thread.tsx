import type { ReactNode } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import { hidePost, postKey, showPost, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { t } from '../../lib/messages.ts';

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
        {t('thread.hidden', { num: String(opener.num) })}{' '}
        <button type="button" className="text-button" onClick={() => showPost(opener)}>
          {t('thread.show-it')}
          <span className="visually-hidden"> {t('thread.show-it-which', { num: String(opener.num) })}</span>
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
        aria-label={t('thread.hide-it', { num: String(opener.num) })}
        onClick={() => hidePost(opener)}
      >
        {t('thread.hide')}
      </button>
    </>
  );
}
