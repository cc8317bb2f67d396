/**
 * PostgreSQL and Elasticsearch refuse to run as root. Started by root, the stores run as an account of their own, which gets
 * access to its folders and nothing else.
 */
import { chmod, chown, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Environment } from '../platform/config.ts';
import { PrerequisiteError } from './problems.ts';
import { findProgram, runTool, type Account } from './tool.ts';

const NAME = 'sagasu';
const TOOL_LIMIT_MS = 60_000;
/** Enough for millions of files on a slow disk. */
const OWN_LIMIT_MS = 600_000;

/**
 * The account that the stores run as: null unless this process is root, then `sagasu`, which is created if necessary, or
 * `nobody` where no account can be created. @throws PrerequisiteError when neither exists.
 */
export async function storeAccount(env: Environment, onProgress: (line: string) => void): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const known = findAccount(await readFile('/etc/passwd', 'utf8'), NAME);
  if (known !== null) return known;
  const useradd = findProgram(env, 'useradd');
  if (useradd !== null) {
    onProgress(`creating the system account "${NAME}": PostgreSQL and Elasticsearch do not run as root`);
    const shell = [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/bin/false',
    ];
    // Two simultaneous starts may both try to create it; the second one fails and finds it below.
    await runTool(useradd, [...shell, NAME], { env, timeoutMs: TOOL_LIMIT_MS }).catch(() => undefined);
  }
  const passwd = await readFile('/etc/passwd', 'utf8');
  const account = findAccount(passwd, NAME) ?? findAccount(passwd, 'nobody');
  if (account === null) {
    throw new PrerequisiteError(
      `PostgreSQL and Elasticsearch do not run as root, and no account could be created: create one with \`useradd --system ${NAME}\`, or start Sagasu as an ordinary user.`,
    );
  }
  return account;
}

export function findAccount(passwd: string, name: string): Account | null {
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((parts) => parts[0] === name);
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
  return fields === undefined || !Number.isInteger(uid) || !Number.isInteger(gid) || uid === 0
    ? null
    : { name, uid, gid };
}

/**
 * Grants the account passage through every folder above `path` that is closed to it, such as /root: with an access list for
 * this account where setfacl works, otherwise with `chmod o+x`, which permits passage but no listing.
 */
export async function grantTraversal(
  path: string,
  account: Account | null,
  env: Environment,
  onProgress: (line: string) => void,
): Promise<void> {
  if (account === null) return;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!canTraverse(await stat(folder), account)) {
      onProgress(`granting the account "${account.name}" passage through ${folder}`);
      const setfacl = findProgram(env, 'setfacl');
      const listed =
        setfacl !== null &&
        (await runTool(setfacl, ['-m', `u:${account.name}:x`, folder], { env, timeoutMs: TOOL_LIMIT_MS }).then(
          () => true,
          () => false,
        ));
      if (!listed) await chmod(folder, ((await stat(folder)).mode & 0o7777) | 0o001);
    }
    if (folder === dirname(folder)) return;
  }
}

/**
 * Closes the data folder to all other users of the machine. The stores' account may pass through it to its own folders. A folder of another
 * owner stays as it is.
 */
export async function closeDataFolder(folder: string, account: Account | null): Promise<void> {
  const { uid } = await stat(folder);
  if (uid !== process.getuid?.()) return;
  if (account !== null) await chown(folder, uid, account.gid);
  await chmod(folder, account === null ? 0o700 : 0o710);
}

interface Permissions {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

export function canTraverse(folder: Permissions, account: Account): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

/**
 * Creates the folder if necessary and makes the account its owner, with everything in it.
 * @throws PrerequisiteError when it belongs to another account and this process is not root.
 */
export async function createOwnedFolder(folder: string, account: Account | null, env: Environment): Promise<void> {
  await mkdir(folder, { recursive: true });
  const owner = (await stat(folder)).uid;
  if (account !== null) {
    if (owner === account.uid) return;
    const program = findProgram(env, 'chown') ?? 'chown';
    await runTool(program, ['-R', `${account.uid}:${account.gid}`, folder], { env, timeoutMs: OWN_LIMIT_MS });
  } else if (process.getuid !== undefined && owner !== process.getuid()) {
    throw new PrerequisiteError(
      `${folder} belongs to another account (uid ${owner}): run \`sudo chown -R ${process.getuid()} ${folder}\`, or set SAGASU_DATA to another folder.`,
    );
  }
}
