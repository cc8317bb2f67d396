/** The release of this client, if its files are those that a release key signed. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  MAX_RELEASE_BYTES,
  RELEASE_FILE,
  digestOfFiles,
  isSignedRelease,
  readRelease,
  signRelease,
} from '../../format/release.ts';
import type { ReleaseStatement } from '../../format/release.ts';
import type { KeyPair } from '../../format/package.ts';
import type { DumpClient } from '../../format/dump.ts';

/** The folder of the package's files. In a checkout of the source, it is that of the project, which has no statement. */
const FOLDER = join(import.meta.dirname, '../../../..');

/**
 * Returns the statement in the folder; null if there is none, or if a file was changed, added or removed since it was signed. A changed client thus
 * states no release, unless somebody has changed this check too.
 */
export async function readOwnRelease({ name, version }: DumpClient, folder = FOLDER): Promise<ReleaseStatement | null> {
  const json = await readFile(join(folder, RELEASE_FILE), 'utf8').catch(() => null);
  const statement = json === null || json.length > MAX_RELEASE_BYTES ? null : readRelease(json);
  if (statement === null || statement.client !== name || statement.version !== version) return null;
  if (statement.digest !== (await digestOfFolder(folder))) return null;
  return (await isSignedRelease(statement)) ? statement : null;
}

/** Signs the files of a folder and writes the statement into it. */
export async function releaseFolder(
  folder: string,
  { name: client, version }: DumpClient,
  keys: KeyPair,
): Promise<ReleaseStatement> {
  const statement = await signRelease({ client, version, digest: await digestOfFolder(folder) }, keys);
  await writeFile(join(folder, RELEASE_FILE), `${JSON.stringify(statement, null, 2)}\n`);
  return statement;
}

async function digestOfFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (name === RELEASE_FILE) continue;
    files.push({
      path: name,
      sha256: createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    });
  }
  return digestOfFiles(files);
}
