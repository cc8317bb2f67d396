/** Requests of the pages of staff. */
import { answerOf, api, defined, type Schemas } from '../../../web/src/lib/api.ts';
import type { About, ListState, RemovalReason } from '../requests.ts';

export interface QueueFilter {
  readonly state: ListState;
  readonly reason: RemovalReason | undefined;
  readonly about: About | undefined;
  readonly page: number;
}

export const fetchQueue = (filter: QueueFilter, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/admin/removal-requests', { params: { query: defined(filter) }, signal }));

/** ApiError: 409 `request_changed`, `request_worked_on` */
export const decideRequest = (id: number, body: Schemas['DecideRemoval']) =>
  answerOf(api.POST('/api/v1/admin/removal-requests/{id}', { params: { path: { id } }, body }));

export const fetchSettings = (signal: AbortSignal) => answerOf(api.GET('/api/v1/admin/removal-settings', { signal }));

export const saveSettings = (body: Schemas['RemovalSettings']) =>
  answerOf(api.PUT('/api/v1/admin/removal-settings', { body }));
