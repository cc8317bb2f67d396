/** Posts of other threads that quote the posts of a thread. The page requests them after the thread, which they do not delay. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { Backlink, Backlinks } from '../../../../mappings/contract/backlinks.ts';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { answerOf, api } from '../../lib/api.ts';

/** By the num of the quoted post; the oldest quoting post comes first, as within the thread. */
export type Elsewhere = ReadonlyMap<number, readonly Backlink[]>;

export const NOWHERE: Elsewhere = new Map();

function backlinksQuery(board: string, num: number) {
  return queryOptions({
    queryKey: ['backlinks', board, num] as const,
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/boards/{board}/threads/{num}/backlinks', { params: { path: { board, num } }, signal })),
    select: elsewhereOf,
    staleTime: 60_000,
    // A failure is not shown: the thread is complete without them.
    retry: false,
  });
}

export function elsewhereOf({ backlinks }: Pick<Backlinks, 'backlinks'>): Elsewhere {
  const byNum = new Map<number, Backlink[]>();
  for (const link of backlinks.toReversed()) {
    for (const num of link.quotes) {
      const links = byNum.get(num);
      if (links === undefined) byNum.set(num, [link]);
      else links.push(link);
    }
  }
  return byNum;
}

/** Empty until the answer has come. Deferred, because a change of a part of the page that is not hydrated yet hydrates it in one task. */
export function useElsewhere({ board, num, degraded }: Thread): Elsewhere {
  const { data } = useQuery({ ...backlinksQuery(board, num), enabled: !degraded });
  return useDeferredValue(data ?? NOWHERE);
}
