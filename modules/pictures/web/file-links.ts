import { similarAddress } from './addresses.ts';
import { t } from './link-texts.ts';
import { pictureHashes } from './hash-picture.ts';

/** A link to pictures that look like a reader's file; null for a file that cannot be compared. */
export async function linkOfFile(file: File): Promise<{ readonly href: string; readonly text: string } | null> {
  if (!file.type.startsWith('image/')) return null;
  const hashes = await pictureHashes(file);
  return hashes === null ? null : { href: similarAddress(hashes), text: t('field.similar') };
}
