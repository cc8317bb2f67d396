import { memo, useMemo } from 'react';
import type { Post as PostData } from '../../../../server/contract/post.ts';
import { postAnchor } from '../../lib/addresses.ts';
import { postKey, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { Post } from '../post/post.tsx';
import { backlinksOf } from './backlinks.ts';
import { estimatedHeight } from './post-height.ts';

interface PostListProps {
  readonly posts: readonly PostData[];
  /** The thread's, which quote each other. */
  readonly all: readonly PostData[];
  /** The fragment of the page's address. */
  readonly target: string;
}

const NOBODY: readonly number[] = [];

/** A thread's posts in order. Those out of sight are laid out when they come near: see styles/thread.css. */
export const PostList = memo(function PostList({ posts, all, target }: PostListProps) {
  const quotedBy = useMemo(() => backlinksOf(all), [all]);
  const hidden = useHiddenPosts();
  return (
    <ol className="posts">
      {posts.map((post) => {
        const anchor = postAnchor(post.num, post.subnum);
        return (
          <li key={anchor} style={{ containIntrinsicBlockSize: `auto ${estimatedHeight(post)}px` }}>
            <Post
              post={post}
              quotedBy={post.subnum > 0 ? NOBODY : (quotedBy.get(post.num) ?? NOBODY)}
              isTarget={anchor === target}
              isHidden={hidden.has(postKey(post))}
            />
          </li>
        );
      })}
    </ol>
  );
});
