/**
 * The id of the request that is being handled. Log lines, transactions and requests to Elasticsearch carry it, and indexers log it when they
 * do the work that the request has caused. An AsyncLocalStorage carries it, so that no function has to pass it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

export const REQUEST_ID_HEADER = 'x-request-id';
/** The only form of ids: they are part of SQL statements, log lines and headers. */
const VALID_ID = /^[\w-]{8,64}$/;

const ids = new AsyncLocalStorage<string>();

/** The id that the client or a proxy has given, if it is valid; otherwise a new one. */
export function requestIdFrom(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && VALID_ID.test(given) ? given : randomUUID();
}

/** Runs `work`, and everything that it starts, for this request; null for work that no request has caused. */
export function withRequestId<T>(id: string | null, work: () => T): T {
  return id === null ? work() : ids.run(id, work);
}

/** null outside requests. */
export function currentRequestId(): string | null {
  return ids.getStore() ?? null;
}
