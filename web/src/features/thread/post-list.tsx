import { type CSSProperties, memo, startTransition, useEffect, useMemo, useState } from 'react';
import type { Post as PostData } from '../../../../mappings/contract/post.ts';
import { Post } from '../../components/post/post.tsx';
import { postAnchor } from '../../lib/addresses.ts';
import { postKey, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { afterPaint } from '../../lib/rendering.ts';
import { backlinksOf } from './backlinks.ts';
import { type Heights, isAround, type Stretch, stretchesOf, stretchWith } from './post-chunks.ts';

interface PostListProps {
  readonly posts: readonly PostData[];
  /** The thread's, which quote each other. */
  readonly all: readonly PostData[];
  /** The fragment of the page's address. */
  readonly target: string;
  /** The post at which the reader comes in; '' for the first. */
  readonly opensAt: string;
}

type Backlinks = ReadonlyMap<number, readonly number[]>;

const NOBODY: readonly number[] = [];

/**
 * A thread's posts in order. Drawn at first is what is read first, and at every frame a stretch more; what is not drawn yet
 * has its height. Those out of sight are laid out when they come near: see styles/thread.css.
 */
export const PostList = memo(function PostList({ posts, all, target, opensAt }: PostListProps) {
  const quotedBy = useMemo(() => backlinksOf(all), [all]);
  const stretches = useMemo(() => stretchesOf(posts, (post) => quotesOf(post, quotedBy).length), [posts, quotedBy]);
  const hidden = useHiddenPosts();
  const [targeted, opened] = [stretchWith(posts, target), stretchWith(posts, opensAt)];
  const [begin] = useState(opened ?? 0);
  const reach = useGrowingReach(begin, stretches.length);
  return (
    <div className="post-list">
      {stretches.map((stretch, at) => (
        <ol
          key={at}
          className="posts"
          style={guessed(stretch.height)}
          aria-busy={reach === Infinity ? undefined : true}
        >
          {(Math.abs(at - begin) <= reach || isAround(at, targeted) || isAround(at, opened)) && (
            <DrawnStretch
              stretch={stretch}
              quotedBy={quotedBy}
              hidden={hidden}
              target={at === targeted ? target : ''}
            />
          )}
        </ol>
      ))}
    </div>
  );
});

interface DrawnStretchProps {
  readonly stretch: Stretch;
  readonly quotedBy: Backlinks;
  readonly hidden: ReadonlySet<string>;
  readonly target: string;
}

const DrawnStretch = memo(function DrawnStretch({ stretch, quotedBy, hidden, target }: DrawnStretchProps) {
  return stretch.posts.map((post, at) => {
    const anchor = postAnchor(post.num, post.subnum);
    return (
      <li key={anchor} style={guessed(stretch.heights[at])}>
        <Post
          post={post}
          quotedBy={quotesOf(post, quotedBy)}
          isTarget={anchor === target}
          isHidden={hidden.has(postKey(post))}
        />
      </li>
    );
  });
});

function quotesOf(post: PostData, quotedBy: Backlinks): readonly number[] {
  return post.subnum > 0 ? NOBODY : (quotedBy.get(post.num) ?? NOBODY);
}

function guessed(height: Heights | undefined): CSSProperties | undefined {
  if (height === undefined) return undefined;
  return { ['--height' as string]: `${height.wide}px`, ['--height-narrow' as string]: `${height.narrow}px` };
}

/** So many a frame, on both sides, keep a slow machine answering. */
const STEP = 2;

/** How far from where it begins a list of `length` parts is drawn: nothing else at first, more at every frame. */
function useGrowingReach(begin: number, length: number): number {
  const [reach, setReach] = useState(0);
  const isPart = reach < Math.max(begin, length - 1 - begin);
  useEffect(() => {
    if (!isPart) return undefined;
    return afterPaint(() => startTransition(() => setReach(reach + STEP)));
  }, [reach, isPart]);
  return isPart ? reach : Infinity;
}
