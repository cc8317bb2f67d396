/** The requests that the server sends to its own API for the pages that it renders. */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const HEADER = 'sagasu-page';
/** Only this process knows it, so that clients cannot send it. */
const MARK = randomUUID();

/** Marks a request for a page. The crawler that requests the page has waited for the page already. */
export const FOR_PAGE = { [HEADER]: MARK } as const;

export function isForPage({ headers }: FastifyRequest): boolean {
  return headers[HEADER] === MARK;
}
