/** If-None-Match of RFC 9110: any copy, or a list of tags, compared weakly, since a proxy that compresses makes ours weak. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return (
    header === etag || header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}
