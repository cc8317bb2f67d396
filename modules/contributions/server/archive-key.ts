import { hkdfSync } from 'node:crypto';
import { archiveKeys, type KeyPair } from '../format/package.ts';

const SALT = 'sagasu dumps';

/**
 * The keys to which packages are sealed, made from the secret of the servers (SAGASU_SECRET), so that all of them open the same packages.
 * With another secret the archive has another key, which clients ask for.
 */
export async function archiveKeyOf(secret: string): Promise<KeyPair> {
  return archiveKeys(new Uint8Array(hkdfSync('sha256', secret, SALT, 'box', 32)));
}
