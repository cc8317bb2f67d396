const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** True if a disk, or this program's quota of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return CODES.has((error as { readonly code?: unknown } | null)?.code);
}
