import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import type { ThreadList } from '../../../../mappings/contract/thread-list.ts';
import { INDEX_THREADS } from '../../../../mappings/list-pages.ts';
import { BoardHead } from '../../components/board-head.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { ResultsSkeleton } from '../../components/results-skeleton.tsx';
import { boardAddress, boardPageAddress, stringifySearch } from '../../lib/addresses.ts';
import { useLinkPreview } from '../../lib/link-preview.ts';
import { t } from './texts.ts';
import { usePreviewPosts } from '../../lib/preview-posts.ts';
import { usePageFiles } from '../../lib/viewer.ts';
import { listParams, listUnavailable, PageLinks, ThreadSortLinks, type PageStart } from './list-controls.tsx';
import { useFiltered, useReaderFilters } from '../../lib/filtered-posts.ts';
import { topFirst } from './arrange-threads.ts';
import { HiddenThread, ListedThread } from './listed-thread.tsx';
import { boardIndexQuery, type ThreadPage } from './queries.ts';

const EmptyBoard = lazy(async () => ({ default: (await import('../../components/empty-board.tsx')).EmptyBoard }));

interface BoardIndexProps {
  readonly asked: ThreadPage;
  readonly entry: string;
}

/** A board's threads with their opening posts and newest replies. */
export function BoardIndex({ asked, entry }: BoardIndexProps) {
  const { board, sort, page, cursor, usual } = asked;
  const { data, error, refetch } = useQuery(boardIndexQuery(asked, entry));
  const address = (start: PageStart, order = sort) => {
    if (order === usual && start.page > 1 && start.cursor === undefined) return boardPageAddress(board, start.page);
    return `${boardAddress(board)}${stringifySearch(listParams(start, order, usual))}`;
  };
  useLinkPreview(() => ({
    path: `${boardAddress(board)}${stringifySearch({ page: page > 1 && cursor === undefined ? String(page) : undefined })}`,
    description: t('board.about', { board }),
    threads: data?.threads.map(({ num }) => num) ?? [],
    isMissing: page > 1 && data?.threads.length === 0,
  }));
  return (
    <>
      <BoardHead board={board} place="threads">
        {data !== undefined && <p className="results-count">{t('thread.threads', { count: data.total })}</p>}
        <ThreadSortLinks sort={sort} address={(order) => address({ page: 1 }, order)} />
      </BoardHead>
      {data === undefined && error === null && <ResultsSkeleton />}
      {data === undefined && error !== null && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} unavailable={listUnavailable()} />
      )}
      {data !== undefined && <Threads board={board} list={data} />}
      {data !== undefined && (
        <PageLinks asked={asked} list={data} size={INDEX_THREADS} address={(start) => address(start)} />
      )}
    </>
  );
}

function Threads({ board, list }: { readonly board: string; readonly list: ThreadList }) {
  const posts = useMemo(() => list.threads.flatMap(({ opener, replies }) => [opener, ...replies]), [list]);
  usePageFiles(posts);
  usePreviewPosts(posts);
  useReaderFilters(posts);
  const { top } = useFiltered();
  if (list.threads.length === 0) {
    return list.total === 0 ? (
      <Suspense>
        <EmptyBoard board={board}>{t('board.no-threads')}</EmptyBoard>
      </Suspense>
    ) : (
      <p className="board-empty">{t('board.no-threads')}</p>
    );
  }
  return topFirst(list.threads, top).map((thread) => (
    <HiddenThread key={thread.num} opener={thread.opener}>
      <ListedThread thread={thread} />
    </HiddenThread>
  ));
}
