import type { Post } from '../../../../mappings/contract/post.ts';
import { Time } from '../../components/time.tsx';
import { threadAddress } from '../../lib/addresses.ts';
import { t } from '../../lib/messages.ts';
import { threadTitle } from '../../lib/thread-title.ts';

interface BigThreadsProps {
  readonly threads: readonly { readonly posts: number; readonly opener: Post }[];
}

export function BigThreads({ threads }: BigThreadsProps) {
  return (
    <section aria-labelledby="threads">
      <h3 id="threads">{t('statistics.threads')}</h3>
      <ol className="counted-threads">
        {threads.map(({ posts, opener }) => (
          <li key={opener.num}>
            <a href={threadAddress(opener.board, opener.num)}>{threadTitle(opener)}</a>
            <span className="quiet">
              {t('unit.posts', { count: posts })} · <Time iso={opener.time_posted} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
