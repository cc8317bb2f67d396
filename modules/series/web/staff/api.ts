/** Requests of the page about rules. */
import type { NewSeriesRule } from '../../contract/series.ts';
import { answerOf, api, defined } from '../../../../web/src/lib/api.ts';

export const fetchRules = (board: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/boards/{board}/series-rules', { params: { path: { board } }, signal }));

export const fetchEffect = (
  board: string,
  { series, first_thread: first, last_thread: last, target }: NewSeriesRule,
) => {
  const query = defined({
    series: series ?? undefined,
    first_thread: first ?? undefined,
    last_thread: last ?? undefined,
    target: target ?? undefined,
  });
  return answerOf(api.GET('/api/v1/admin/boards/{board}/series-rules/effect', { params: { path: { board }, query } }));
};

export const addRule = (board: string, body: NewSeriesRule) =>
  answerOf(api.POST('/api/v1/admin/boards/{board}/series-rules', { params: { path: { board } }, body }));

export const fetchUndoEffect = (board: string, id: number) =>
  answerOf(api.GET('/api/v1/admin/boards/{board}/series-rules/{id}/effect', { params: { path: { board, id } } }));

export const undoRule = (board: string, id: number) =>
  answerOf(api.POST('/api/v1/admin/boards/{board}/series-rules/{id}/undo', { params: { path: { board, id } } }));
