/** ETags and If-None-Match (RFC 9110). */
import { createHash } from 'node:crypto';

export function etagOfBody(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** `*` matches every existing representation. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header?.trim() === '*' || includesEtag(header, etag);
}

/** Whether a list of tags names this one. Compared weakly, since a proxy that compresses an answer makes its tag weak. */
export function includesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === etag || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
