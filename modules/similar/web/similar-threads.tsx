import { queryOptions, useQuery } from '@tanstack/react-query';
import { ErrorMessageLine } from '../../../web/src/components/error-message.tsx';
import { Time } from '../../../web/src/components/time.tsx';
import { threadAddress } from '../../../web/src/lib/addresses.ts';
import { answerOf, api, type Schemas } from '../../../web/src/lib/api.ts';
import type { ThreadPartProps } from '../../../web/src/lib/module.ts';
import { listed, t as tOfAllPages } from '../../../web/src/lib/messages.ts';
import type { Post } from '../../../mappings/contract/post.ts';
import { threadTitle } from '../../../web/src/lib/thread-title.ts';
import { similarAddress } from './addresses.ts';
import { t } from './texts.ts';

/** The server keeps them so long. */
const FRESH_MS = 600_000;

function similarQuery(board: string, num: number) {
  return queryOptions({
    queryKey: ['similar', board, num] as const,
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/boards/{board}/threads/{num}/similar', { params: { path: { board, num } }, signal })),
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** Without similar threads, or after a failure, nothing is shown unless the reader asked for them. */
export function Part({ thread: { board, num }, isAsked }: ThreadPartProps) {
  const { data, error } = useQuery(similarQuery(board, num));
  if (error !== null) return isAsked ? <ErrorMessageLine error={error} /> : null;
  if (data === undefined) return <p aria-busy="true">{t('similar.loading')}</p>;
  if (data.threads.length === 0) return isAsked ? <p>{t('similar.none')}</p> : null;
  return (
    <>
      <h2>{t('similar.heading')}</h2>
      <ul>
        {data.threads.map((one) => (
          <SimilarThread key={`${one.board}/${one.num}`} thread={one} />
        ))}
      </ul>
      <p>
        <a href={similarAddress(board, num)} rel="nofollow">
          {t('similar.more')}
        </a>
      </p>
    </>
  );
}

function SimilarThread({ thread }: { readonly thread: Schemas['SimilarThread'] }) {
  const { board, num, opener, posts, words } = thread;
  return (
    <li>
      <a href={threadAddress(board, num)}>{threadTitle(opener as unknown as Post)}</a>
      <p>
        /{board}/ · {tOfAllPages('unit.posts', { count: posts })} · <Time iso={opener.time_posted} />
      </p>
      <p>{t('similar.words', { words: listed(words) })}</p>
    </li>
  );
}
