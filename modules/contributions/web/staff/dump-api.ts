/** API requests for the moderation of contributed dumps. */
import { answerOf, api, type Schemas } from '../../../../web/src/lib/api.ts';
import { ofAddress } from '../../../../web/src/lib/of-address.ts';
import type { DumpFilter } from '../dump-filter.ts';

export const fetchAllDumps = (filter: DumpFilter, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/dumps', { params: { query: ofAddress(filter) }, signal }));

export const fetchChanges = (state: string, before: string | undefined, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/dumps/changes', { params: { query: ofAddress({ state, before }) }, signal }));

export const fetchOffers = (state: string, before: string | undefined, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/dumps/offers', { params: { query: ofAddress({ state, before }) }, signal }));

export const decideOffers = (body: Schemas['DecidedOffers']) =>
  answerOf(api.POST('/api/v1/admin/dumps/offers', { body }));

export const fetchTrust = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/dumps/trust', { signal }));

export const fetchFailedDumps = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/dumps/failed', { signal }));

export const moderateDumps = (body: Schemas['DumpAction']) => answerOf(api.POST('/api/v1/admin/dumps', { body }));

export const decideChanges = (body: Schemas['DumpChangeAction']) =>
  answerOf(api.POST('/api/v1/admin/dumps/changes', { body }));

export const revertClient = (body: Schemas['RevertedClient']) =>
  answerOf(api.POST('/api/v1/admin/dumps/revert', { body }));

export const fetchReleases = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/dumps/releases', { signal }));

export const trustRelease = (body: Schemas['ReleaseTrust']) =>
  answerOf(api.PUT('/api/v1/admin/dumps/releases/trust', { body }));

export const addReleaseKey = (body: Schemas['AddReleaseKey']) =>
  answerOf(api.POST('/api/v1/admin/dumps/release-keys', { body }));

export const removeReleaseKey = (key: string) =>
  answerOf(api.DELETE('/api/v1/admin/dumps/release-keys/{key}', { params: { path: { key } } }));

/** Deletes up to 10,000 dumps. */
export const cleanDumps = (body: Schemas['CleanedDumps']) => answerOf(api.POST('/api/v1/admin/dumps/clean', { body }));

export const giveTrust = (body: Schemas['GivenTrust']) => answerOf(api.PUT('/api/v1/admin/dumps/trust', { body }));
