const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Whether a disk, or what this program may use of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return CODES.has((error as { readonly code?: unknown } | null)?.code);
}
