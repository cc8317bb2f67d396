/** Finds base backups. */
import { text } from 'node:stream/consumers';
import { Value } from 'typebox/value';
import type { Decrypter } from 'age-encryption';
import { MANIFEST_NAME } from '../../mappings/archive-export.ts';
import { isBackupName } from '../../mappings/backup.ts';
import { BASE_FOLDER, BaseManifest } from '../../mappings/base-backup.ts';
import { toError } from '../../platform/errors.ts';
import { BackupError } from '../backup-error.ts';
import type { BackupPlace } from '../place.ts';
import { leadsTo, readTimeline, type Timeline } from './timelines.ts';

export interface BaseBackup {
  readonly name: string;
  /** The key of its folder. */
  readonly key: string;
  readonly manifest: BaseManifest;
}

/** From old to new. @throws BackupError if a manifest cannot be read */
export async function readBaseBackups(place: BackupPlace): Promise<readonly BaseBackup[]> {
  const found: BaseBackup[] = [];
  for (const { key } of await place.list(BASE_FOLDER)) {
    const [, name = '', file] = key.split('/');
    // The manifest is written last: without it, a base backup is not complete.
    if (!isBackupName(name) || file !== MANIFEST_NAME) continue;
    found.push({ name, key: baseKey(name), manifest: await readManifest(place, key) });
  }
  return found;
}

export const baseKey = (name: string): string => `${BASE_FOLDER}/${name}`;

async function readManifest(place: BackupPlace, key: string): Promise<BaseManifest> {
  const path = `${place.name}/${key}`;
  const content = await place.open(key);
  let manifest: unknown;
  try {
    manifest = JSON.parse(content === null ? '' : await text(content));
  } catch (cause) {
    throw new BackupError('damaged', `${path} cannot be read: ${toError(cause).message}`, { cause });
  }
  if (!Value.Check(BaseManifest, manifest))
    throw new BackupError('damaged', `${path} is no manifest that this version understands`);
  return manifest;
}

export interface Wanted {
  readonly place: BackupPlace;
  /** null for the newest base backup that reaches the target. */
  readonly name: string | null;
  /** null for the end of the archived log. */
  readonly target: Date | null;
  /** The number of a timeline, `latest`, or `current` for that of the base backup. */
  readonly timeline: string;
  readonly decrypter: Decrypter;
}

/** @throws BackupError if none reaches the target */
export async function chooseBaseBackup(wanted: Wanted): Promise<BaseBackup> {
  const { place, name, target } = wanted;
  const all = await readBaseBackups(place);
  if (all.length === 0)
    throw new BackupError('folder', `${place.name} has no base backup: sagasu backup base makes one`);
  const names = all.map((base) => `${base.name} (from ${base.manifest.ended_at})`).join(', ');
  const named = name === null ? all : all.filter((base) => base.name === name);
  if (named.length === 0)
    throw new BackupError('folder', `${place.name} has no base backup ${name ?? ''}; it has ${names}`);
  const leading = await thatLead(named, wanted);
  if (leading.length === 0)
    throw new BackupError(
      'timeline',
      `a restore to an earlier moment has replaced the history of ${named.map((base) => base.name).join(', ')}: name that history with --timeline ${named.at(-1)?.manifest.timeline}, or make a base backup of the present one`,
    );
  const reaching = leading.filter(
    ({ manifest }) => target === null || Date.parse(manifest.ended_at) <= target.getTime(),
  );
  const chosen = reaching.at(-1);
  if (chosen === undefined) {
    throw new BackupError(
      'target',
      `no base backup reaches ${target?.toISOString() ?? ''}: a restore begins at the end of a base backup. There is ${names}`,
    );
  }
  return chosen;
}

/** The base backups with which a recovery along the timeline can begin. */
async function thatLead(
  bases: readonly BaseBackup[],
  { place, timeline, decrypter }: Wanted,
): Promise<readonly BaseBackup[]> {
  if (timeline === 'current') return bases;
  const number = timeline === 'latest' ? timeline : Number(timeline);
  const timelines = new Map<string, Timeline>();
  for (const { system } of bases.map(({ manifest }) => manifest))
    if (!timelines.has(system)) timelines.set(system, await readTimeline(place, system, number, decrypter));
  return bases.filter(({ manifest }) => {
    const to = timelines.get(manifest.system);
    return to !== undefined && leadsTo(manifest, to);
  });
}
