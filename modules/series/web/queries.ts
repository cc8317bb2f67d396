import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { stringifySearch } from '../../../web/src/lib/addresses.ts';
import { answerOf, api, defined } from '../../../web/src/lib/api.ts';
import { MAX_FILTER, MAX_PAGE, SERIES_ORDERS, type SeriesOrder } from '../limits.ts';
import { seriesListAddress } from './addresses.ts';

export type Params = Readonly<Record<string, unknown>>;

/** A page of the series of a board. */
export interface Listed {
  readonly board: string;
  readonly page: number;
  readonly filter: string;
  readonly order: SeriesOrder;
}

export function pageOf(params: Params): number {
  const page = Number(params['page']);
  return Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1;
}

export function readListed(board: string, params: Params): Listed {
  const { filter } = params;
  return {
    board,
    page: pageOf(params),
    filter: typeof filter === 'string' ? filter.slice(0, MAX_FILTER) : '',
    order: SERIES_ORDERS.find((order) => order === params['order']) ?? 'newest',
  };
}

export function listedAddress({ board, page, filter, order }: Listed): string {
  const params = { filter, order: order === 'newest' ? '' : order, page: page === 1 ? '' : String(page) };
  return `${seriesListAddress(board)}${stringifySearch(params)}`;
}

const FRESH = { staleTime: 60_000, retryOnMount: false } as const;

export function seriesListQuery({ board, page, filter, order }: Listed) {
  const query = defined({
    page: page === 1 ? undefined : page,
    filter: filter === '' ? undefined : filter,
    order: order === 'newest' ? undefined : order,
  });
  return queryOptions({
    ...FRESH,
    queryKey: ['series-list', board, page, filter, order] as const,
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/boards/{board}/series', { params: { path: { board }, query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function seriesQuery(board: string, name: string, page: number) {
  const query = defined({ page: page === 1 ? undefined : page });
  return queryOptions({
    ...FRESH,
    queryKey: ['series', board, name, page] as const,
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/boards/{board}/series/{name}', { params: { path: { board, name }, query }, signal })),
    placeholderData: keepPreviousData,
  });
}
