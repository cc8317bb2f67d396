import { useQuery } from '@tanstack/react-query';
import type { Thread } from '../../../../server/contract/thread.ts';
import { DegradedNotice } from '../../components/degraded-notice.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { useAnnouncement } from '../../lib/announce.ts';
import { threadAddress } from '../../lib/addresses.ts';
import { isApiError } from '../../lib/api-error.ts';
import { formatNumberOf } from '../../lib/format.ts';
import { useTitle } from '../../lib/use-title.ts';
import { PostList } from './post-list.tsx';
import { QuotePreviews } from './quote-previews.tsx';
import { useReadingPlace } from './reading-place.ts';
import { ThreadBar, threadTitle } from './thread-bar.tsx';
import { ThreadMissing } from './thread-missing.tsx';
import { threadQuery } from './thread-queries.ts';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { useUnseenPosts } from './unseen-posts.ts';

interface ThreadViewProps {
  readonly board: string;
  readonly num: number;
  /** The fragment of the page's address: the post that is meant. */
  readonly target: string;
}

/** A thread's page, or why there is none. */
export function ThreadView({ board, num, target }: ThreadViewProps) {
  const { data, error, isFetching, refetch } = useQuery(threadQuery(board, num));
  // A thread that was taken away while it was open is not shown any longer.
  if (isApiError(error) && error.isNotFound) return <ThreadMissing board={board} num={num} />;
  if (data !== undefined)
    return <LoadedThread key={`${board}/${num}`} thread={data} lost={error !== null} target={target} />;
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
  useTitle(`Thread ${num}`, `/${board}/`);
  return <ErrorMessage error={error} onRetry={onRetry} />;
}

interface LoadedThreadProps {
  readonly thread: Thread;
  readonly lost: boolean;
  readonly target: string;
}

function LoadedThread({ thread, lost, target }: LoadedThreadProps) {
  const [unseen, markSeen] = useUnseenPosts(thread.posts);
  const title = threadTitle(thread);
  useReadingPlace(threadAddress(thread.board, thread.num));
  useTitle(unseen === null ? title : `(${unseen.count}) ${title}`, `/${thread.board}/`);
  useAnnouncement(unseen === null ? '' : formatNumberOf(unseen.count, 'new post'));
  return (
    <>
      <ThreadBar thread={thread} lost={lost} unseen={unseen} onSeen={markSeen} />
      {thread.degraded && <DegradedNotice />}
      <QuotePreviews posts={thread.posts}>
        <PostList posts={thread.posts} target={target} />
      </QuotePreviews>
    </>
  );
}
