import { similarAddress } from './addresses.ts';
import { t } from './link-texts.ts';
import { pictureHash } from './picture-hash.ts';

/** A link to pictures that look like a reader's file; null for a file that cannot be compared. */
export async function linkOfFile(file: File): Promise<{ readonly href: string; readonly text: string } | null> {
  if (!file.type.startsWith('image/')) return null;
  const hash = await pictureHash(file);
  return hash === null ? null : { href: similarAddress(hash), text: t('field.similar') };
}
