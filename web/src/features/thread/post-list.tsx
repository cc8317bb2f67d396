import {
  type CSSProperties,
  memo,
  type RefObject,
  startTransition,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Post as PostData } from '../../../../mappings/contract/post.ts';
import type { Highlights } from '../../../../mappings/contract/search.ts';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { threadAttributes, threadClass } from '../../components/post/foolfuuka.ts';
import { articleAttributes, postClass } from '../../components/post/post-attributes.ts';
import { Post, PostOfThread } from '../../components/post/post.tsx';
import { postAnchor } from '../../lib/addresses.ts';
import { useReaderFilters } from '../../lib/filtered-posts.ts';
import { postKey, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { useCameWithPage } from '../../lib/hydration/render-record.ts';
import { afterPaint, useNearViewport } from '../../lib/rendering.ts';
import { type Matches, NO_MATCHES } from './matches.ts';
import { type Elsewhere, NOWHERE } from './elsewhere.ts';
import { NOTHING_OPENED, type OpenedByPost, useOpenedQuotes } from './opened-quotes.tsx';
import { type Chunk, chunksOf, chunkWith, type Heights, isAround } from './post-chunks.ts';
import { posterNames } from './poster-names.ts';
import { backlinksOf } from './quoted-nums.ts';
import type { Folds, ReplyTree } from './reply-tree.ts';

interface PostListProps {
  readonly thread: Thread;
  /** The shown posts of the thread. */
  readonly posts: readonly PostData[];
  /** The fragment of the page's address, or ''. */
  readonly target: string;
  /** The anchor of the post to open at; '' for the first. */
  readonly opensAt: string;
  readonly matches: Matches;
  /** Posts of other threads, by the num of the post that they quote. */
  readonly elsewhere: Elsewhere;
  /** How deep each post is in the tree of replies; null if they are in the order of time. */
  readonly tree: ReplyTree | null;
  /** The branches of the tree that the reader folded. */
  readonly folds: Folds | null;
  /** The anchor of the first post that the reader has not read, and a text beside it. */
  readonly newFrom: { readonly anchor: string; readonly text: string } | null;
}

type Backlinks = ReadonlyMap<number, readonly number[]>;

const NOBODY: readonly number[] = [];

/**
 * A thread's posts in order; the replies are inside of the opening post's element. The chunk that is read first is rendered first, the
 * others in later frames; until then they have an estimated height. Chunks out of view are laid out when they come near
 * (features/thread/thread.css). A page from the server contains all chunks, which are hydrated one after the other.
 */
export const PostList = memo(function PostList(props: PostListProps) {
  const { thread, posts, target, opensAt, matches, elsewhere, tree, folds, newFrom } = props;
  const { board, num, posts: all } = thread;
  const opener = posts[0]?.opener === true ? posts[0] : undefined;
  const replies = useMemo(() => (opener === undefined ? posts : posts.slice(1)), [opener, posts]);
  const quotedBy = useMemo(() => backlinksOf(all), [all]);
  const chunks = useMemo(() => chunksOf(replies, (post) => quotesOf(post, quotedBy).length), [replies, quotedBy]);
  const names = useMemo(() => posterNames(all), [all]);
  const opened = useOpenedQuotes();
  useReaderFilters(posts);
  const hidden = useHiddenPosts();
  const [targeted, first] = [chunkWith(replies, target), chunkWith(replies, opensAt)];
  const [begin] = useState(first ?? 0);
  const reach = useRenderedReach(begin, chunks.length);
  const marks = opener === undefined ? undefined : marksOf(opener, matches);
  const newChunk = chunkWith(replies, newFrom?.anchor ?? '');
  const isTarget = opener !== undefined && target === postAnchor(opener.num);
  useTreeKeys(tree !== null);
  return (
    <article
      className={[
        threadClass(opener),
        'post-list',
        tree !== null && 'post-tree',
        opener !== undefined && postClass(opener, isTarget),
        marks !== undefined && 'post-match',
      ]
        .filter(Boolean)
        .join(' ')}
      {...(opener === undefined ? { id: String(num) } : articleAttributes(opener))}
      {...threadAttributes(board, num, opener)}
    >
      {opener !== undefined && (
        <PostOfThread
          post={opener}
          quotedBy={quotesOf(opener, quotedBy)}
          elsewhere={elsewhere.get(opener.num)}
          isHidden={hidden.has(postKey(opener))}
          marks={marks}
          quotes={opened.get(postKey(opener))}
          names={names}
        />
      )}
      {chunks.map((chunk, at) => (
        <PostChunk
          key={at}
          isRendered={Math.abs(at - begin) <= reach || isAround(at, targeted) || isAround(at, first)}
          isBusy={reach !== Infinity}
          chunk={chunk}
          quotedBy={quotedBy}
          hidden={hidden}
          target={at === targeted ? target : ''}
          matches={chunk.posts.some((post) => matches.has(postKey(post))) ? matches : NO_MATCHES}
          elsewhere={chunk.posts.some((post) => elsewhere.has(post.num)) ? elsewhere : NOWHERE}
          opened={chunk.posts.some((post) => opened.has(postKey(post))) ? opened : NOTHING_OPENED}
          names={names}
          tree={tree}
          folds={folds}
          newFrom={at === newChunk ? newFrom : null}
        />
      ))}
    </article>
  );
});

interface ChunkProps {
  readonly isRendered: boolean;
  /** More chunks will be rendered. */
  readonly isBusy: boolean;
  readonly chunk: Chunk;
  readonly quotedBy: Backlinks;
  readonly hidden: ReadonlySet<string>;
  readonly target: string;
  readonly matches: Matches;
  readonly elsewhere: Elsewhere;
  readonly opened: OpenedByPost;
  readonly tree: PostListProps['tree'];
  readonly folds: PostListProps['folds'];
  readonly newFrom: PostListProps['newFrom'];
  readonly names: ReadonlyMap<number, string>;
}

/**
 * A hydration boundary of its own. Suspense must be inside memo(): re-rendering a boundary hydrates it synchronously, and the list is
 * rendered again as soon as the page counts as hydrated.
 */
const PostChunk = memo(function PostChunk({ isRendered, isBusy, ...props }: ChunkProps) {
  const place = useRef<HTMLElement>(null);
  const { chunk, folds } = props;
  const isInside = folds !== null && chunk.posts.every((post) => folds.inside.has(post));
  return (
    <aside
      ref={place}
      role="feed"
      className="posts"
      hidden={isInside}
      style={estimated(chunk.height)}
      aria-busy={isBusy ? true : undefined}
    >
      {isRendered && (
        <Suspense>
          <PostsOfChunk {...props} place={place} />
        </Suspense>
      )}
    </aside>
  );
});

interface PostsOfChunkProps extends Omit<ChunkProps, 'isRendered' | 'isBusy'> {
  readonly place: RefObject<Element | null>;
}

function PostsOfChunk(props: PostsOfChunkProps) {
  const { chunk, quotedBy, hidden, target, matches, elsewhere, opened, names, tree, folds, newFrom, place } = props;
  const styles = useMemo(
    () => chunk.posts.map((post, at) => ({ ...estimated(chunk.heights[at]), ...indented(tree?.depths.get(post)) })),
    [chunk, tree],
  );
  // A search that is typed may match every post: only what comes near the window is marked.
  const isNear = useNearViewport(place);
  return chunk.posts.map((post, at) => {
    const anchor = postAnchor(post.num, post.subnum);
    if (folds?.inside.has(post) === true) return null;
    const count = tree?.sizes.get(post);
    return (
      <Post
        key={anchor}
        post={post}
        style={styles[at]}
        quotedBy={quotesOf(post, quotedBy)}
        elsewhere={post.subnum > 0 ? undefined : elsewhere.get(post.num)}
        isTarget={anchor === target}
        isHidden={hidden.has(postKey(post))}
        marks={isNear ? marksOf(post, matches) : undefined}
        quotes={opened.get(postKey(post))}
        names={names}
        note={anchor === newFrom?.anchor ? newFrom.text : undefined}
        fold={count === undefined ? undefined : { count, isFolded: folds?.closed.has(post) === true }}
      />
    );
  });
}

/** Leaves out marks if the text has changed since, because their positions would be wrong. */
function marksOf(post: PostData, matches: Matches): Highlights | undefined {
  const match = matches.get(postKey(post));
  return match?.comment === post.comment ? match.highlights : undefined;
}

function quotesOf(post: PostData, quotedBy: Backlinks): readonly number[] {
  return post.subnum > 0 ? NOBODY : (quotedBy.get(post.num) ?? NOBODY);
}

function estimated(height: Heights | undefined): CSSProperties | undefined {
  if (height === undefined) return undefined;
  return { ['--height' as string]: `${height.wide}px`, ['--height-narrow' as string]: `${height.narrow}px` };
}

function indented(depth = 0): CSSProperties | undefined {
  return depth === 0 ? undefined : { ['--depth' as string]: depth };
}

/** The keys of the tree are loaded with it. */
function useTreeKeys(isTree: boolean): void {
  useEffect(() => {
    if (!isTree) return undefined;
    let stop: (() => void) | null = null;
    let isWanted = true;
    const watch = async () => {
      const { watchTreeKeys } = await import('./tree-keys.ts');
      if (isWanted) stop = watchTreeKeys();
    };
    watch().catch(() => undefined);
    return () => {
      isWanted = false;
      stop?.();
    };
  }, [isTree]);
}

/** Chunks added per frame on either side; few enough for slow machines. */
const STEP = 2;

/** Progressive rendering: how many chunks before and after chunk `begin` of `length` to render; grows with each frame. */
function useRenderedReach(begin: number, length: number): number {
  const cameWhole = useCameWithPage();
  const [reach, setReach] = useState(cameWhole ? length : 0);
  const isPart = reach < Math.max(begin, length - 1 - begin);
  useEffect(() => {
    if (!isPart) return undefined;
    return afterPaint(() => startTransition(() => setReach(reach + STEP)));
  }, [reach, isPart]);
  return isPart ? reach : Infinity;
}
