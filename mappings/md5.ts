import { isMd5 } from './md5-list.ts';

/** An MD5 as sites, archives and people write it; null for any other text. */
export function parseMd5(text: string): Buffer | null {
  if (!isMd5(text)) return null;
  if (text.length === 32) return Buffer.from(text, 'hex');
  return Buffer.from(text.replaceAll('-', '+').replaceAll('_', '/'), 'base64');
}
