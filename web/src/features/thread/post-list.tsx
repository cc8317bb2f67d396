import { memo, useMemo, type CSSProperties } from 'react';
import type { Post as PostData } from '../../../../server/contract/post.ts';
import { postAnchor } from '../../lib/addresses.ts';
import { comesBack } from '../../lib/coming-back.ts';
import { postKey, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { Post } from '../post/post.tsx';
import { backlinksOf } from './backlinks.ts';
import { useGrowingCount } from './growing-count.ts';
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
  const count = useGrowingCount(posts.length, target !== '' || comesBack());
  const isPart = count < posts.length;
  return (
    <ol className="posts" aria-busy={isPart ? true : undefined}>
      {(isPart ? posts.slice(0, count) : posts).map((post) => {
        const anchor = postAnchor(post.num, post.subnum);
        const quotes = post.subnum > 0 ? NOBODY : (quotedBy.get(post.num) ?? NOBODY);
        return (
          <li key={anchor} style={guessOf(post, quotes.length)}>
            <Post post={post} quotedBy={quotes} isTarget={anchor === target} isHidden={hidden.has(postKey(post))} />
          </li>
        );
      })}
    </ol>
  );
});

function guessOf(post: PostData, quotes: number): CSSProperties {
  return {
    ['--height' as string]: `${estimatedHeight(post, quotes, 'wide')}px`,
    ['--height-narrow' as string]: `${estimatedHeight(post, quotes, 'narrow')}px`,
  };
}
