/** Passwords, keys and other secrets of the data folder, in files that only one account can read. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, readFile, rename, writeFile } from 'node:fs/promises';
import type { Account } from './tool.ts';

/** Writes the file whole or not at all. `account` owns it and is the only one that can read it; null is the account of this process. */
export async function writeSecret(file: string, text: string, account: Account | null): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  if (account !== null) await chown(`${file}.new`, account.uid, account.gid);
  await rename(`${file}.new`, file);
}

/** The secret in the file, 48 hexadecimal digits. The first call creates it. */
export async function readOrCreateSecret(file: string, account: Account | null): Promise<string> {
  if (!existsSync(file)) await writeSecret(file, `${randomBytes(24).toString('hex')}\n`, account);
  return (await readFile(file, 'utf8')).trim();
}
