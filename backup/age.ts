/** Encrypts and decrypts streams in the age format (https://age-encryption.org), so `age -d -i key.txt` opens them too. */
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { toError } from '../platform/errors.ts';
import { BackupError } from './backup-error.ts';

/** @throws BackupError if a recipient is not a valid public key */
export function encrypterFor(recipients: readonly string[]): Encrypter {
  if (recipients.length === 0) {
    throw new BackupError(
      'key',
      'a backup is encrypted: name a public key with --recipient; sagasu backup key makes one',
    );
  }
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (cause) {
      throw new BackupError('key', `${recipient} is no recipient of age: it begins with age1`, { cause });
    }
  }
  return encrypter;
}

/** Reads a key file in the format of age-keygen. @throws BackupError */
export async function readIdentities(path: string): Promise<Decrypter> {
  const decrypter = new Decrypter();
  try {
    const lines = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim());
    const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
    if (keys.length === 0) throw new Error('it has no key');
    for (const key of keys) decrypter.addIdentity(key);
  } catch (thrown) {
    throw new BackupError('key', `the keys in ${path} cannot be read: ${toError(thrown).message}`, { cause: thrown });
  }
  return decrypter;
}

export async function encrypted(encrypter: Encrypter, source: Readable): Promise<Readable> {
  return Readable.fromWeb((await encrypter.encrypt(toWeb(source))) as NodeWebStream<Uint8Array>);
}

/** @throws BackupError if none of the keys opens it */
export async function decrypted(decrypter: Decrypter, source: Readable, name: string): Promise<Readable> {
  try {
    return Readable.fromWeb((await decrypter.decrypt(toWeb(source))) as NodeWebStream<Uint8Array>);
  } catch (cause) {
    source.destroy();
    throw new BackupError('key', `${name} cannot be decrypted: is it the right key?`, { cause });
  }
}

function toWeb(source: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(source) as ReadableStream<Uint8Array>;
}
