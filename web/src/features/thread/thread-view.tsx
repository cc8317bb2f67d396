import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { DegradedNotice, ErrorMessage } from '../../components/error-message.tsx';
import { usePreviewPosts } from '../../lib/preview-posts.ts';
import { postAnchor, threadAddress } from '../../lib/addresses.ts';
import { useAnnouncement } from '../../lib/announce.ts';
import { isApiError } from '../../lib/api-error.ts';
import { useFolded } from '../../lib/folded-branches.ts';
import { useLinkPreview } from '../../lib/link-preview.ts';
import { t } from './texts.ts';
import { ThreadMissing } from './thread-missing.tsx';
import { useIsPainted } from '../../lib/rendering.ts';
import { useModules } from '../../lib/use-modules.ts';
import { useTitle } from '../../lib/use-title.ts';
import { usePageFiles } from '../../lib/viewer.ts';
import { useElsewhere } from './elsewhere.ts';
import { useKickWhenStale } from './kick-stale.ts';
import { PostList } from './post-list.tsx';
import { isLive, threadQuery } from './queries.ts';
import { useScrollRestoration } from './scroll-restoration.ts';
import { ThreadBar, titleOf } from './thread-bar.tsx';
import { postsOfPart } from './posts-of-part.ts';
import { foldsOf, replyTree } from './reply-tree.ts';
import type { ThreadPart } from './thread-part.ts';
import { ThreadFeet } from './thread-feet.tsx';
import { ThreadMenu } from './thread-menu.tsx';
import { threadPreview } from './thread-preview.ts';
import { ThreadParts } from './thread-parts.tsx';
import { ThreadTools } from './thread-tools.tsx';
import { ThreadSearch, useThreadFind } from './thread-search.tsx';
import { ThreadSkeleton } from './thread-placeholders.tsx';
import { useUnread } from './unread.ts';

const ThreadStrip = lazy(async () => ({ default: (await import('./thread-strip.tsx')).ThreadStrip }));
/** A shorter thread is seen at a glance. */
const LEAST_FOR_STRIP = 40;

interface ThreadViewProps {
  readonly board: string;
  readonly num: number;
  readonly part: ThreadPart;
  /** The fragment of the page's address: the linked post. */
  readonly target: string;
}

/** A thread's page, its loading state, or an error. */
export function ThreadView({ board, num, part, target }: ThreadViewProps) {
  const { data, error, isFetching, refetch } = useQuery(threadQuery(board, num));
  // A thread that was removed while it was open is no longer shown.
  if (isApiError(error) && error.isNotFound) return <ThreadMissing board={board} num={num} />;
  if (data !== undefined)
    return <LoadedThread key={`${board}/${num}`} thread={data} lost={error !== null} part={part} target={target} />;
  if (error === null || isFetching) return <ThreadSkeleton />;
  return <ThreadFailure board={board} num={num} error={error} onRetry={() => void refetch()} />;
}

interface ThreadFailureProps {
  readonly board: string;
  readonly num: number;
  readonly error: Error;
  readonly onRetry: () => void;
}

function ThreadFailure({ board, num, error, onRetry }: ThreadFailureProps) {
  useTitle(t('thread.number', { num: String(num) }), `/${board}/`);
  return <ErrorMessage error={error} onRetry={onRetry} />;
}

interface LoadedThreadProps {
  readonly thread: Thread;
  readonly lost: boolean;
  readonly part: ThreadPart;
  readonly target: string;
}

function LoadedThread({ thread, lost, part, target }: LoadedThreadProps) {
  const isPainted = useIsPainted('strip');
  const [asked, setAsked] = useState<string | null>(null);
  const title = titleOf(thread);
  const tree = useMemo(() => (part.view === 'tree' ? replyTree(thread.posts) : null), [thread.posts, part.view]);
  const chosen = useMemo(() => tree?.posts ?? postsOfPart(thread.posts, part), [thread.posts, part, tree]);
  // A link to a post outside of the shown part shows the whole thread.
  const isLeftOut = isMissing(chosen, target) && !isMissing(thread.posts, target);
  const posts = isLeftOut ? thread.posts : chosen;
  const folded = useFolded(`${thread.board}/${thread.num}`);
  const folds = useMemo(() => (tree === null ? null : foldsOf(tree, folded, target)), [tree, folded, target]);
  const shown = useMemo(
    () => (folds === null || folds.inside.size === 0 ? posts : posts.filter((post) => !folds.inside.has(post))),
    [posts, folds],
  );
  const { unread, newFrom } = useUnread(thread, shown);
  usePageFiles(shown);
  usePreviewPosts(thread.posts);
  useLinkPreview(() => ({
    path: threadAddress(thread.board, thread.num),
    ...(thread.posts[0]?.opener === true && threadPreview(thread.posts[0])),
    threads: [thread.num],
  }));
  const modules = useModules();
  const find = useThreadFind(thread, part.q);
  const elsewhere = useElsewhere(thread);
  useKickWhenStale(thread);
  const opensAt = useScrollRestoration(threadAddress(thread.board, thread.num));
  useTitle(unread === null ? title : `(${unread.count}) ${title}`, `/${thread.board}/`);
  useAnnouncement(unread === null ? '' : t('thread.new-posts', { count: unread.count }));
  return (
    <>
      <ThreadBar thread={thread} lost={lost} unread={unread} menu={<ThreadMenu thread={thread} onAsk={setAsked} />}>
        <ThreadSearch thread={thread} order={tree?.posts ?? thread.posts} part={part} target={target} find={find} />
      </ThreadBar>
      {thread.degraded && <DegradedNotice />}
      <div className="thread-row">
        <ThreadParts thread={thread} part={isLeftOut ? { q: part.q } : part} />
        <ThreadTools thread={thread} posts={posts} onAsk={setAsked} />
      </div>
      {!thread.degraded &&
        modules.map(
          ({ name, ThreadHead }) =>
            ThreadHead !== undefined && (
              <ThreadHead key={name} board={thread.board} num={thread.num} isLive={isLive(thread)} />
            ),
        )}
      <PostList
        thread={thread}
        posts={posts}
        target={target}
        opensAt={opensAt}
        matches={find.matches}
        elsewhere={elsewhere}
        tree={tree}
        folds={folds}
        newFrom={tree === null ? newFrom : null}
      />
      {isPainted && shown.length >= LEAST_FOR_STRIP && (
        <Suspense>
          <ThreadStrip posts={shown} matches={find.matches} />
        </Suspense>
      )}
      <ThreadFeet thread={thread} asked={asked} />
    </>
  );
}

function isMissing(posts: readonly Post[], target: string): boolean {
  return target !== '' && posts.every(({ num, subnum }) => postAnchor(num, subnum) !== target);
}
