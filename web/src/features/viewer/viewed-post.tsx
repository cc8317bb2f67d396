import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { Comment } from '../../components/comment/comment.tsx';
import { PostHead, postNumber } from '../../components/post/post-head.tsx';
import { TruncatedNotice } from '../../components/post/truncated-notice.tsx';
import { postAddress } from '../../lib/addresses.ts';
import type { FilePost } from '../../lib/post-files.ts';
import { leaveViewer } from '../../lib/viewer.ts';
import { t } from './texts.ts';

/** The post that has the file. Its links leave the viewer for their pages. */
export function ViewedPost({ id, post }: { readonly id: string; readonly post: FilePost }) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.origin !== window.location.origin || link.target !== '') return;
    event.preventDefault();
    event.stopPropagation();
    const isNumber = link.classList.contains('post-num');
    leaveViewer();
    void router.navigate({
      href: isNumber ? postAddress(post) : `${link.pathname}${link.search}${link.hash}`,
      replace: true,
    });
  };
  return (
    <aside
      id={id}
      className="viewer-post"
      aria-label={t('post.on-board', { number: postNumber(post), board: post.board })}
      onClickCapture={follow}
    >
      <PostHead post={post} />
      <Comment tokens={post.tokens} place={post} />
      <TruncatedNotice post={post} />
    </aside>
  );
}
