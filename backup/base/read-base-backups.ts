/** Finds base backups in a folder. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { MANIFEST_NAME } from '../../mappings/archive-export.ts';
import { isBackupName } from '../../mappings/backup.ts';
import { BASE_FOLDER, BaseManifest } from '../../mappings/base-backup.ts';
import { toError } from '../../platform/errors.ts';
import { BackupError } from '../backup-error.ts';

export interface BaseBackup {
  readonly name: string;
  readonly path: string;
  readonly manifest: BaseManifest;
}

/** From old to new. @throws BackupError if a manifest cannot be read */
export async function readBaseBackups(folder: string): Promise<readonly BaseBackup[]> {
  const bases = join(folder, BASE_FOLDER);
  const names = (await readdir(bases).catch(() => [])).filter((name) => isBackupName(name)).toSorted();
  const found: BaseBackup[] = [];
  for (const name of names) {
    const path = join(bases, name);
    found.push({ name, path, manifest: await readManifest(join(path, MANIFEST_NAME)) });
  }
  return found;
}

async function readManifest(path: string): Promise<BaseManifest> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new BackupError('damaged', `${path} cannot be read: ${toError(cause).message}`, { cause });
  }
  if (!Value.Check(BaseManifest, manifest))
    throw new BackupError('damaged', `${path} is no manifest that this version understands`);
  return manifest;
}

export interface Wanted {
  readonly folder: string;
  /** null for the newest base backup that reaches the target. */
  readonly name: string | null;
  /** null for the end of the archived log. */
  readonly target: Date | null;
}

/** @throws BackupError if none reaches the target */
export async function chooseBaseBackup({ folder, name, target }: Wanted): Promise<BaseBackup> {
  const all = await readBaseBackups(folder);
  if (all.length === 0) throw new BackupError('folder', `${folder} has no base backup: sagasu backup base makes one`);
  const names = all.map((base) => `${base.name} (from ${base.manifest.ended_at})`).join(', ');
  const named = name === null ? all : all.filter((base) => base.name === name);
  if (named.length === 0)
    throw new BackupError('folder', `${folder} has no base backup ${name ?? ''}; it has ${names}`);
  const reaching = named.filter(({ manifest }) => target === null || Date.parse(manifest.ended_at) <= target.getTime());
  const chosen = reaching.at(-1);
  if (chosen === undefined) {
    throw new BackupError(
      'target',
      `no base backup reaches ${target?.toISOString() ?? ''}: a restore begins at the end of a base backup. There is ${names}`,
    );
  }
  return chosen;
}
