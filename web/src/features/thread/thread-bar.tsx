import type { ReactNode } from 'react';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { boardAddress, postAnchor } from '../../lib/addresses.ts';
import { t } from './texts.ts';
import { threadTitle } from '../../lib/thread-title.ts';
import { isLive, openingPost } from './queries.ts';
import { listed } from '../../lib/messages.ts';

interface ThreadBarProps {
  readonly thread: Thread;
  /** The last refresh failed. */
  readonly lost: boolean;
  /** The key of the first unread post, and the number of unread posts. */
  readonly unread: { readonly first: string; readonly count: number } | null;
  readonly children?: ReactNode;
  /** After the link to the end. */
  readonly menu?: ReactNode;
}

/** A sticky bar with the thread's title, counts, state, a link to its end and a menu. */
export function ThreadBar({ thread, lost, unread, children, menu }: ThreadBarProps) {
  const last = thread.posts.at(-1);
  return (
    <div className="thread-bar">
      <p className="thread-board">
        <a href={boardAddress(thread.board)}>/{thread.board}/</a>
      </p>
      <PageHeading className="thread-title">{titleOf(thread)}</PageHeading>
      <p className="thread-counts">{countsText(thread)}</p>
      <ThreadState thread={thread} lost={lost} />
      {unread !== null && (
        <a className="new-hits" href={`#${unread.first}`}>
          {t('thread.unread', { count: unread.count })}
        </a>
      )}
      <div className="thread-actions">
        {children}
        {last !== undefined && (
          <a className="thread-end" href={`#${postAnchor(last.num, last.subnum)}`}>
            <span className="wide-only">{t('thread.to-end')}</span>
            <svg className="icon narrow-only" viewBox="0 0 16 16" role="img" aria-label={t('thread.to-end')}>
              <path d="M8 2v9M4 7.5L8 11.5l4-4M3 14h10" fill="none" stroke="currentColor" strokeWidth="1.5" />
            </svg>
          </a>
        )}
        {menu}
      </div>
    </div>
  );
}

function ThreadState({ thread, lost }: { readonly thread: Thread; readonly lost: boolean }) {
  const op = openingPost(thread);
  if (lost) return <p className="thread-state thread-lost">{t('thread.connection-lost')}</p>;
  if (isLive(thread)) return <p className="thread-state thread-live">{t('thread.live')}</p>;
  if (op?.time_deleted_post !== null) return <p className="thread-state">{t('post.deleted')}</p>;
  return <p className="thread-state">{t(op.time_archived === null ? 'post.closed' : 'post.archived')}</p>;
}

export function titleOf(thread: Thread): string {
  return threadTitle(openingPost(thread) ?? { subject: null, tokens: [], num: thread.num });
}

function countsText(thread: Thread): string {
  const files = thread.posts.filter((post) => post.file !== null).length;
  const posters = openingPost(thread)?.posters ?? null;
  const counts = [
    t('unit.posts', { count: thread.posts.length }),
    files > 0 && t('thread.files', { count: files }),
    posters !== null && t('thread.posters', { count: posters }),
  ];
  return listed(counts.filter((part) => part !== false));
}
