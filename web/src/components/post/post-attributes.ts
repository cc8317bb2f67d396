import type { Post } from '../../../../mappings/contract/post.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import { t } from '../../lib/messages.ts';
import { postAttributes, postId } from './foolfuuka.ts';
import { postNumber } from './post-head.tsx';

/** Attributes of the element of a post in a list or thread. */
export function articleAttributes(post: Post) {
  return {
    id: postId(post),
    ...postAttributes(post),
    ['data-post' as string]: postKey(post),
    tabIndex: -1,
    'aria-label': t('post.by', { number: postNumber(post), name: post.name ?? t('post.anonymous') }),
  };
}

/** Our class names, beside those of FoolFuuka (components/post/foolfuuka.ts). They are stable: user styles and scripts rely on them. */
export function postClass(post: Post, isTarget: boolean): string {
  return [
    post.opener ? 'post-op' : 'post-reply',
    post.subnum > 0 && 'post-ghost',
    post.time_deleted_post !== null && 'post-deleted',
    isTarget && 'post-target',
  ]
    .filter(Boolean)
    .join(' ');
}
