const DISK_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'EACCES',
  'EPERM',
  'ENOENT',
]);

/** libvips reports errors of its files as texts that include the system's error. */
const DISK_TEXT = /^system error: |write failed|unable to write/im;

/** Returns whether an error of the image library or of Node comes from the disk, and not from the image. */
export function isDiskError(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === 'string' && DISK_CODES.has(code)) return true;
  return typeof message === 'string' && DISK_TEXT.test(message);
}
