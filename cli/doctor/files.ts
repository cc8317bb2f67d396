/** Folders and files of the archive, and their permissions. */
import { access, chmod, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { Datastores, uncoveredRanges } from '../../platform/datastore/datastores.ts';
import { toError } from '../../platform/errors.ts';
import { openRemovalLog } from '../../platform/open-removal-log.ts';
import type { RemovalLog } from '../../platform/removal-log.ts';
import { SETTINGS } from '../../platform/settings.ts';
import { assertRemoved, RemovalsPendingError } from '../../store/removals.ts';
import { runningFile } from '../running-file.ts';
import { faultIf, type Check, type DoctorContext, type Fault } from './check.ts';

/** Rights of users that are neither the owner nor in the group. */
const OTHERS = 0o007;
/** Container runtimes mount secrets here, readable by every user of the container. */
const MOUNTED_SECRETS = '/run/secrets/';

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

const modeOf = async (path: string): Promise<number | null> => (await stat(path).catch(() => null))?.mode ?? null;

async function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Files with passwords and keys: those that settings name, and those that `npm start` creates in the data folder. */
async function secretFiles({ config, env }: Pick<DoctorContext, 'config' | 'env'>): Promise<readonly string[]> {
  const named = Object.values(SETTINGS).flatMap(({ name }) => env[`${name}_FILE`] ?? []);
  const roles = await readdir(join(config.dataDir, 'roles')).catch(() => []);
  return [
    ...named.filter((path) => !path.startsWith(MOUNTED_SECRETS)),
    ...['secret', 'postgres/password', 'redis/password', 'elasticsearch/password'].map((name) =>
      join(config.dataDir, name),
    ),
    ...roles.map((name) => join(config.dataDir, 'roles', name)),
    runningFile(config),
  ];
}

async function openSecrets(context: DoctorContext): Promise<readonly string[]> {
  const found = await Promise.all(
    (await secretFiles(context)).map(async (path) => [path, ((await modeOf(path)) ?? 0) & OTHERS] as const),
  );
  return found.filter(([, rights]) => rights !== 0).map(([path]) => path);
}

const REMOVALS_MS = 5_000;

/** Posts and files that were removed once and are back, or can return. */
async function pendingRemovals(pool: pg.Pool, log: RemovalLog): Promise<readonly Fault[]> {
  return assertRemoved(pool, log, AbortSignal.timeout(REMOVALS_MS)).then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof RemovalsPendingError)) throw error;
      return [{ text: `the database has posts or files that were removed, as ${log.path} says` }];
    },
  );
}

export const FILE_CHECKS: readonly Check[] = [
  {
    name: 'files.data-folder',
    level: 'error',
    meaning: 'Nothing can be stored there: purges are refused, because their log lies there, and files wait.',
    fix: 'chown -R USER FOLDER for the user of the processes, or set SAGASU_DATA',
    async run({ config: { dataDir } }) {
      const exists = (await modeOf(dataDir)) !== null;
      if (!exists) return [{ text: `the folder ${dataDir} does not exist`, fix: `mkdir -p -m 700 ${dataDir}` }];
      return faultIf(!(await isWritable(dataDir)), `the folder ${dataDir} is not writable for this user`);
    },
  },
  {
    name: 'files.permissions',
    level: 'error',
    meaning: 'Other users of the machine can read databases, indices, files, or passwords.',
    fix: 'sagasu doctor --fix',
    async run(context) {
      const { dataDir } = context.config;
      const rights = ((await modeOf(dataDir)) ?? 0) & OTHERS;
      return [
        ...faultIf(rights !== 0, `other users have rights on the folder ${dataDir}`, { fix: `chmod o-rwx ${dataDir}` }),
        ...(await openSecrets(context)).map((path) => ({
          text: `other users can read ${path}`,
          fix: `chmod o-rwx ${path}`,
        })),
      ];
    },
    async repair(context) {
      for (const path of [context.config.dataDir, ...(await openSecrets(context))]) {
        const mode = await modeOf(path);
        if (mode !== null) await chmod(path, mode & 0o7770);
      }
    },
  },
  {
    name: 'files.removal-log',
    level: 'error',
    needs: ['schema'],
    meaning:
      'Purged posts or banned files are back, or would be after a restore. Servers and scrapers refuse to start.',
    fix: 'sagasu restore finish',
    async run({ pool, config }) {
      const log = openRemovalLog(config);
      if ((await modeOf(log.path)) !== null && !(await isWritable(log.path))) {
        return [{ text: `the log of removals ${log.path} is not writable`, fix: `chown USER ${log.path}` }];
      }
      return pendingRemovals(pool, log);
    },
  },
  {
    name: 'files.datastores',
    level: 'error',
    needs: ['schema'],
    meaning: 'Files are neither stored nor shown. They wait until the datastore is back.',
    fix: 'mount the disk or correct the address: sagasu media store list',
    async run({ pool, config }) {
      const datastores = new Datastores(pool, config);
      try {
        const checked = (await datastores.rows()).map(async (row) => {
          const failure = await datastores
            .of(row)
            .then(async (store) => store.check())
            .then(
              () => null,
              (error: unknown) => toError(error).message,
            );
          return faultIf(failure !== null, `the datastore ${row.name} cannot be used: ${failure}`);
        });
        return (await Promise.all(checked)).flat();
      } finally {
        await datastores.close();
      }
    },
  },
  {
    name: 'files.ranges',
    level: 'error',
    needs: ['schema'],
    meaning: 'New files whose hashes begin so wait, because no datastore takes them.',
    fix: 'sagasu media store set NAME --from 00 --to ff, or --open',
    async run({ pool, config }) {
      const datastores = new Datastores(pool, config);
      const rows = await datastores.rows();
      // The first scraper creates the first datastore.
      if (rows.length === 0) return [];
      return uncoveredRanges(rows).map(([first, last]) => ({
        text: `no datastore takes new files of ${hex(first)}-${hex(last)}`,
      }));
    },
  },
];
