/** Requests of the page about cabals. */
import { answerOf, api, type Schemas } from '../../../web/src/lib/api.ts';

export const fetchCabals = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/cabals', { signal }));

export const fetchCabalRefusals = (cabal: number, limit: number, signal: AbortSignal) =>
  answerOf(
    api.GET('/api/v1/admin/cabals/{id}/refusals', {
      params: { path: { id: cabal }, query: { limit } },
      signal,
    }),
  );

export const fetchCabalAuthor = (cabal: number, author: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/cabals/{id}/authors/{author}', { params: { path: { id: cabal, author } }, signal }));

/** Carries out one step. */
export const blockCabalAuthor = (cabal: number, body: Schemas['BlockCabalAuthor']) =>
  answerOf(api.POST('/api/v1/admin/cabals/{id}/blocked-authors', { params: { path: { id: cabal } }, body }));

export const appointModerator = (cabal: number, author: string) =>
  answerOf(api.POST('/api/v1/admin/cabals/{id}/moderators', { params: { path: { id: cabal } }, body: { author } }));

export const dismissModerator = (cabal: number, author: string) =>
  answerOf(api.DELETE('/api/v1/admin/cabals/{id}/moderators/{author}', { params: { path: { id: cabal, author } } }));

export const unblockCabalAuthor = (cabal: number, author: string) =>
  answerOf(
    api.DELETE('/api/v1/admin/cabals/{id}/blocked-authors/{author}', { params: { path: { id: cabal, author } } }),
  );
