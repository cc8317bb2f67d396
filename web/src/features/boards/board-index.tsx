import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ThreadList } from '../../../../mappings/contract/thread-list.ts';
import { BoardHead } from '../../components/board-head.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { ResultsSkeleton } from '../../components/results-skeleton.tsx';
import { boardAddress, boardPageAddress, stringifySearch } from '../../lib/addresses.ts';
import { useLinkPreview } from '../../lib/link-preview.ts';
import { t } from './texts.ts';
import { usePreviewPosts } from '../../lib/preview-posts.ts';
import { usePageFiles } from '../../lib/viewer.ts';
import { listUnavailable, PageLinks, ThreadSortLinks } from './list-controls.tsx';
import { HiddenThread, ListedThread } from './listed-thread.tsx';
import { boardIndexQuery, INDEX_THREADS, type ThreadPage } from './queries.ts';

interface BoardIndexProps {
  readonly asked: ThreadPage;
  readonly entry: string;
}

/** A board's threads with their opening posts and newest replies. */
export function BoardIndex({ asked, entry }: BoardIndexProps) {
  const { board, sort, page } = asked;
  const { data, error, refetch } = useQuery(boardIndexQuery(asked, entry));
  const address = (change: Partial<ThreadPage>) => {
    const next = { ...asked, ...change };
    if (next.sort === next.usual && next.page > 1) return boardPageAddress(board, next.page);
    return `${boardAddress(board)}${stringifySearch({
      sort: next.sort === next.usual ? undefined : next.sort,
      page: next.page === 1 ? undefined : String(next.page),
    })}`;
  };
  useLinkPreview(() => ({
    path: `${boardAddress(board)}${stringifySearch({ page: page === 1 ? undefined : String(page) })}`,
    description: t('board.about', { board }),
    threads: data?.threads.map(({ num }) => num) ?? [],
    isMissing: page > 1 && data?.threads.length === 0,
  }));
  return (
    <>
      <BoardHead board={board} place="threads">
        {data !== undefined && <p className="results-count">{t('thread.threads', { count: data.total })}</p>}
        <ThreadSortLinks sort={sort} address={(next) => address({ sort: next, page: 1 })} />
      </BoardHead>
      {data === undefined && error === null && <ResultsSkeleton />}
      {data === undefined && error !== null && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} unavailable={listUnavailable()} />
      )}
      {data !== undefined && <Threads list={data} />}
      {data !== undefined && (
        <PageLinks
          page={page}
          pages={Math.ceil(data.total / INDEX_THREADS)}
          hasNext={data.next !== null}
          address={(next) => address({ page: next })}
        />
      )}
    </>
  );
}

function Threads({ list }: { readonly list: ThreadList }) {
  const posts = useMemo(() => list.threads.flatMap(({ opener, replies }) => [opener, ...replies]), [list]);
  usePageFiles(posts);
  usePreviewPosts(posts);
  if (list.threads.length === 0) return <p className="quiet board-empty">{t('board.no-threads')}</p>;
  return list.threads.map((thread) => (
    <HiddenThread key={thread.num} opener={thread.opener}>
      <ListedThread thread={thread} />
    </HiddenThread>
  ));
}
