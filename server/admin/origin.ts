import type { FastifyRequest } from 'fastify';
import { ADMIN_HEADER } from '../../mappings/contract/admin.ts';
import { RefusedError } from '../http/errors.ts';

/**
 * Browsers say where a request comes from; whoever is no browser says nothing and has no cookie to be misused.
 * @throws RefusedError when another site's page, or another host's of this site, has sent it.
 */
export function assertOwnOrigin(request: FastifyRequest, publicUrl: string | null): void {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isOwn =
    site === undefined || site === 'none'
      ? origin === undefined || isOwnOrigin(origin, request.host, publicUrl)
      : site === 'same-origin';
  if (!isOwn) throw new RefusedError(403, 'origin_foreign', 'Only the pages of this archive may ask this.');
}

/** @throws RefusedError for what a form of another site could send without its browser asking us first. */
export function assertNoForm(request: FastifyRequest): void {
  const type = request.headers['content-type'] ?? '';
  if (/^application\/json *(;|$)/i.test(type) || request.headers[ADMIN_HEADER] !== undefined) return;
  throw new RefusedError(
    403,
    'form_refused',
    `Send this as application/json, or with the header ${ADMIN_HEADER}: forms may not.`,
  );
}

function isOwnOrigin(origin: string, host: string, publicUrl: string | null): boolean {
  const url = URL.parse(origin);
  return url !== null && (url.host === host || (publicUrl !== null && url.origin === new URL(publicUrl).origin));
}
