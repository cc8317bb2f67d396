import type { Thread } from '../../../../mappings/contract/thread.ts';
import { LAST_POSTS, stringifySearch, threadAddress } from '../../lib/addresses.ts';
import { t } from './texts.ts';
import { isDeleted } from './posts-of-part.ts';
import type { ThreadPart } from './thread-part.ts';

interface ThreadPartsProps {
  readonly thread: Thread;
  readonly part: ThreadPart;
}

/** Fewer posts are no conversations. */
const LEAST_POSTS = 5;

/** Links to parts of a long thread or one with deleted posts, and to the tree of its replies. */
export function ThreadParts({ thread, part }: ThreadPartsProps) {
  const deleted = thread.posts.filter((post) => !post.opener && isDeleted(post)).length;
  const isLong = thread.posts.length > LAST_POSTS + 1;
  const isWhole = part.last === undefined && part.only === undefined && part.view === undefined;
  const hasAnswers = thread.posts.length > LEAST_POSTS;
  if (isWhole && deleted === 0 && !isLong && !hasAnswers) return null;
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
      {(hasAnswers || part.view !== undefined) && (
        <a href={to({ view: 'tree' })} rel="nofollow" aria-current={part.view === undefined ? undefined : 'true'}>
          {t('thread.tree')}
        </a>
      )}
    </nav>
  );
}
