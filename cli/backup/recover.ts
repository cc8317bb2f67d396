/** Restores a base backup into a folder, and replays the archived log in a PostgreSQL that only this command can reach. */
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Decrypter } from 'age-encryption';
import { BackupError } from '../../backup/backup-error.ts';
import { extractBaseBackup } from '../../backup/base/extract-base-backup.ts';
import { chooseBaseBackup, type BaseBackup } from '../../backup/base/read-base-backups.ts';
import { findGapAfter, readWal } from '../../backup/base/wal-folder.ts';
import { isBucket, type BackupPlace } from '../../backup/place.ts';
import { storeAccount } from '../../dev-stores/accounts.ts';
import { StoreStartError } from '../../dev-stores/problems.ts';
import { startStore } from '../../dev-stores/store-process.ts';
import type { Account } from '../../dev-stores/tool.ts';
import { readConfig, type Environment } from '../../platform/config.ts';
import { findPostgres } from './programs.ts';
import { bucketEnvironment, restoreCommandFor } from './program.ts';

export interface RecoverOptions {
  readonly place: BackupPlace;
  readonly keyFile: string;
  readonly decrypter: Decrypter;
  /** The new data folder: missing or empty. */
  readonly into: string;
  /** null for the newest base backup that reaches the target. */
  readonly base: string | null;
  /** A time, the name of a restore point, or null for the end of the archived log. */
  readonly target: Date | string | null;
  readonly timeline: string;
  /** The folder of PostgreSQL's programs; null to find them. */
  readonly programs: string | null;
  /** True for a folder that is deleted afterwards: all files are compared, and nothing is synced. */
  readonly drill: boolean;
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly onProgress: (step: string, done: number, total: number) => void;
}

export interface Recovered {
  readonly base: BaseBackup;
  /** The owner's address, in the folder of a socket that no other account can enter. */
  readonly url: string;
  readonly account: Account | null;
  readonly copyMs: number;
  readonly replayMs: number;
}

/** Replaying the log of a year takes less. */
const REPLAY_LIMIT_MS = 7 * 86_400_000;
const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);
/** Next to the copied folder: the log that the replay writes. */
const SPARE_BYTES = 512 * 1024 * 1024;

/** Runs `work` while the restored PostgreSQL runs. After an error the folder is empty again. @throws BackupError */
export async function withRecovered<T>(
  options: RecoverOptions,
  work: (recovered: Recovered) => Promise<T>,
): Promise<T> {
  const { place, into, decrypter, signal, env, target } = options;
  const time = target instanceof Date ? target : null;
  const base = await chooseBaseBackup({
    place,
    name: options.base,
    target: time,
    timeline: options.timeline,
    decrypter,
  });
  await assertNoGap(place, base, target);
  const major = Math.floor(base.manifest.postgresql / 10_000);
  const postgres = await findPostgres(env, major, options.programs);
  const existed = await prepareFolder(into, base);
  const account = await storeAccount(env, (line) => console.error(line));
  const scratch = await mkdtemp(join(tmpdir(), 'sagasu-restore-'));
  try {
    await own(into, account);
    await own(scratch, account);
    const began = performance.now();
    await extractBaseBackup({
      place,
      base,
      into,
      decrypter,
      account: account === null ? null : { uid: account.uid, gid: account.gid },
      deep: options.drill,
      signal,
      onProgress: (bytes) => options.onProgress('Data folder', bytes, base.manifest.folder_bytes),
    });
    const extracted = performance.now();
    options.onProgress('Log', 0, 0);
    const { url, stop } = await replay(options, { base, postgres, account, scratch });
    const replayed = performance.now();
    try {
      return await work({
        base,
        url,
        account,
        copyMs: extracted - began,
        replayMs: replayed - extracted,
      });
    } finally {
      await stop();
    }
  } catch (thrown) {
    await empty(into, existed);
    throw thrown;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function own(path: string, account: Account | null): Promise<void> {
  await chmod(path, 0o700);
  if (account !== null) await chown(path, account.uid, account.gid);
}

/** A gap ends the recovery, which is right only for a target before it. PostgreSQL then checks whether the target was reached. */
async function assertNoGap(place: BackupPlace, base: BaseBackup, target: Date | string | null): Promise<void> {
  const gap = findGapAfter(base.manifest, await readWal(place, base.manifest.system));
  if (gap === null || (gap.before !== null && target instanceof Date)) return;
  const before = gap.before?.modified.toISOString() ?? null;
  throw new BackupError(
    'wal',
    `the segment ${gap.missing} of the log is missing in ${place.name}. ` +
      (before === null
        ? `The base backup ${base.name} cannot be restored: name another one with --base`
        : `Restore to a time before it with --to (the segment before it was archived at ${before}), or from a base backup after it with --base`),
  );
}

/** Returns whether the folder existed. @throws BackupError if it has files or too little room */
async function prepareFolder(into: string, base: BaseBackup): Promise<boolean> {
  const files = await readdir(into).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new BackupError('folder', `${into} cannot be read: ${error.message}`, { cause: error });
  });
  if (files !== null && files.length > 0)
    throw new BackupError('not_empty', `${into} is not empty: name a new folder with --into`);
  await mkdir(dirname(into), { recursive: true });
  const { bavail, bsize } = await statfs(dirname(into));
  const [free, needed] = [bavail * bsize, base.manifest.folder_bytes + SPARE_BYTES];
  if (free < needed) {
    throw new BackupError(
      'room',
      `${into} has ${megabytes(free)} MB free, and the restore needs ${megabytes(needed)} MB`,
    );
  }
  if (files === null) await mkdir(into, { mode: 0o700 });
  return files !== null;
}

export async function empty(into: string, keepFolder: boolean): Promise<void> {
  if (!keepFolder) await rm(into, { recursive: true, force: true });
  else for (const name of await readdir(into)) await rm(join(into, name), { recursive: true, force: true });
}

interface Replay {
  readonly base: BaseBackup;
  readonly postgres: string;
  readonly account: Account | null;
  readonly scratch: string;
}

async function replay(
  { place, keyFile, into, target, timeline, drill, env, signal }: RecoverOptions,
  { base, postgres, account, scratch }: Replay,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const { database, owner, system } = base.manifest;
  // The account of PostgreSQL may not be allowed to read the file of the operator.
  const key = join(scratch, 'key');
  await copyFile(keyFile, key);
  await own(key, account);
  await chmod(key, 0o600);
  // Only this account can enter the folder of the socket, so no password is necessary, and no other program can connect.
  const files = { hba_file: 'local all all trust\n', ident_file: '', config_file: '' };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(scratch, name), content);
    if (account !== null) await chown(join(scratch, name), account.uid, account.gid);
  }
  const signalFile = join(into, 'recovery.signal');
  await writeFile(signalFile, '');
  if (account !== null) await chown(signalFile, account.uid, account.gid);
  // As arguments, since those take precedence over the postgresql.auto.conf of the backup.
  const settings: Record<string, string> = {
    ...Object.fromEntries(Object.keys(files).map((name) => [name, join(scratch, name)])),
    data_directory: into,
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: scratch,
    unix_socket_permissions: '0700',
    ssl: 'off',
    shared_preload_libraries: '',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    lc_messages: 'C',
    timezone: 'UTC',
    log_timezone: 'UTC',
    shared_buffers: '256MB',
    huge_pages: 'off',
    // Without hot standby, the limits of the original need not be met.
    hot_standby: 'off',
    // With an empty command, new segments wait until the PostgreSQL that continues with this folder archives them.
    archive_mode: drill ? 'off' : 'on',
    archive_command: '',
    archive_library: '',
    fsync: drill ? 'off' : 'on',
    restore_command: restoreCommandFor(place.name, system, key),
    recovery_target_timeline: timeline,
    recovery_target_action: 'promote',
    // PostgreSQL does not know abbreviations of time zones yet, such as Z, when it reads this.
    ...(target instanceof Date && { recovery_target_time: target.toISOString().replace('Z', '+00') }),
    ...(typeof target === 'string' && { recovery_target_name: target }),
  };
  const url = new URL(`postgres://127.0.0.1:5432/${encodeURIComponent(database)}`);
  url.username = encodeURIComponent(owner);
  url.searchParams.set('host', scratch);
  const logFile = join(scratch, 'log');
  try {
    const server = await startStore(
      {
        title: 'The restored PostgreSQL',
        command: postgres,
        args: ['-D', into, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        env: {
          PATH: env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
          LC_ALL: 'C.UTF-8',
          HOME: scratch,
          NODE_COMPILE_CACHE: join(scratch, 'compiled'),
          // The restore_command inherits them.
          ...(isBucket(place.name) && bucketEnvironment(readConfig(env))),
        },
        cwd: scratch,
        account,
        logFile,
        ports: [],
        recordFile: join(scratch, 'record'),
        stopSignal: 'SIGINT',
        onEnd: () => undefined,
      },
      { answers: async () => isOpen(url.href), limitMs: REPLAY_LIMIT_MS, signal },
    );
    return { url: url.href, stop: async () => server.stop() };
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof StoreStartError)) throw thrown;
    throw explained(thrown, readFileSync(logFile, 'utf8'), target);
  }
}

async function isOpen(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering');
    return rows[0]?.recovering === false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The reason in terms of backups. */
function explained(error: StoreStartError, log: string, target: Date | string | null): Error {
  const damage = /^sagasu: (.+)$/m.exec(log)?.[1];
  if (damage !== undefined) return new BackupError('wal', damage, { cause: error });
  if (/recovery ended before configured recovery target was reached/.test(log)) {
    const last = /last completed transaction was at log time (.+)$/m.exec(log)?.[1];
    const wanted = target instanceof Date ? target.toISOString() : (target ?? '');
    return new BackupError(
      'target',
      `the archived log ends before ${wanted}${last === undefined ? '' : `: its last transaction is of ${last}`}. Name an earlier time, or leave out --to to restore everything that is archived`,
      { cause: error },
    );
  }
  return error;
}
