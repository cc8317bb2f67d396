import type { Post } from '../../../../mappings/contract/post.ts';
import { Time } from '../../components/time.tsx';
import { threadAddress } from '../../lib/addresses.ts';
import { say } from '../../lib/messages.ts';
import { threadTitle } from '../../lib/thread-title.ts';

interface BigThreadsProps {
  readonly threads: readonly { readonly posts: number; readonly opener: Post }[];
}

export function BigThreads({ threads }: BigThreadsProps) {
  return (
    <section aria-labelledby="threads">
      <h3 id="threads">{say('statistics.threads')}</h3>
      <ol className="counted-threads">
        {threads.map(({ posts, opener }) => (
          <li key={opener.num}>
            <a href={threadAddress(opener.board, opener.num)}>{threadTitle(opener)}</a>
            <span className="quiet">
              {say('unit.posts', { count: posts })} · <Time iso={opener.time_posted} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
