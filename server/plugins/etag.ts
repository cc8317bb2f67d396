/** RFC 9110: a list of tags, compared weakly, since a proxy that compresses makes ours weak. */
export function matchesEtag(header: string, etag: string): boolean {
  return header === etag || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
