import type { Post } from '../../../../mappings/contract/post.ts';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { LAST_POSTS, stringifySearch, threadAddress } from '../../lib/addresses.ts';
import { t } from '../../lib/messages.ts';

interface ThreadPartsProps {
  readonly thread: Thread;
  readonly part: ThreadPart;
}

/** Links to parts of a long thread or one with deleted posts. */
export function ThreadParts({ thread, part }: ThreadPartsProps) {
  const deleted = thread.posts.filter((post) => !post.opener && isDeleted(post)).length;
  const isLong = thread.posts.length > LAST_POSTS + 1;
  const isWhole = part.last === undefined && part.only === undefined;
  if (isWhole && deleted === 0 && !isLong) return null;
  const address = threadAddress(thread.board, thread.num);
  const to = (search: ThreadPart) => `${address}${stringifySearch({ ...search, q: part.q })}`;
  return (
    <nav className="thread-parts" aria-label={t('thread.parts')}>
      <a href={to({})} aria-current={isWhole ? 'true' : undefined}>
        {t('thread.all')}
      </a>
      {(isLong || part.last !== undefined) && (
        <a href={to({ last: String(LAST_POSTS) })} aria-current={part.last === undefined ? undefined : 'true'}>
          {t('thread.last', { number: Number(part.last ?? LAST_POSTS) })}
        </a>
      )}
      {(deleted > 0 || part.only !== undefined) && (
        <a href={to({ only: 'deleted' })} aria-current={part.only === undefined ? undefined : 'true'}>
          {t('thread.deleted', { number: deleted })}
        </a>
      )}
    </nav>
  );
}

const MAX_LAST = 5000;

export interface ThreadPart {
  /** The opening post and this many of the newest replies. */
  readonly last?: string | undefined;
  readonly only?: 'deleted' | undefined;
  /** What is searched in the thread. */
  readonly q?: string | undefined;
}

export function readThreadPart(raw: Readonly<Record<string, unknown>>): ThreadPart {
  const last = raw['last'];
  const isCount = typeof last === 'string' && /^[1-9]\d{0,3}$/.test(last) && Number(last) <= MAX_LAST;
  return {
    last: isCount ? last : undefined,
    only: raw['only'] === 'deleted' ? 'deleted' : undefined,
    q: typeof raw['q'] === 'string' && raw['q'].trim() !== '' ? raw['q'].trim() : undefined,
  };
}

/** The posts of the part, always including the opening post. */
export function postsOfPart(posts: readonly Post[], { last, only }: ThreadPart): readonly Post[] {
  const chosen = only === undefined ? posts : posts.filter((post) => post.opener || isDeleted(post));
  if (last === undefined) return chosen;
  const replies = chosen.filter((post) => !post.opener);
  return [...chosen.filter((post) => post.opener), ...replies.slice(-Number(last))];
}

function isDeleted(post: Post): boolean {
  return post.time_deleted_post !== null || post.time_deleted_file !== null;
}
