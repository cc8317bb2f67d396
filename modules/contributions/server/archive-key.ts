import { hkdfSync } from 'node:crypto';
import { archiveKeys, type KeyPair } from '../format/package.ts';

const SALT = 'sagasu dumps';

/**
 * The key pair to which packages are sealed. It is derived from SAGASU_SECRET, so that all servers open the same packages. A new secret
 * means a new key, which clients request before they send dumps.
 */
export async function archiveKeyOf(secret: string): Promise<KeyPair> {
  return archiveKeys(new Uint8Array(hkdfSync('sha256', secret, SALT, 'box', 32)));
}
