/**
 * PostgreSQL and Elasticsearch refuse to run as root. Started by root, the stores run under an account of their own,
 * which must be able to reach its folders and nothing else.
 */
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Environment } from '../platform/config.ts';
import { PrerequisiteError } from './problems.ts';
import { findProgram, runTool } from './tool.ts';

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const NAME = 'sagasu';
const TOOL_LIMIT_MS = 60_000;
/** Millions of files on a slow disk. */
const OWN_LIMIT_MS = 600_000;

/** null unless root runs this: then the account `sagasu`, made when it is missing, or `nobody` where none can be made. */
export async function storeAccount(env: Environment, onProgress: (line: string) => void): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const known = findAccount(await readFile('/etc/passwd', 'utf8'), NAME);
  if (known !== null) return known;
  const useradd = findProgram(env, 'useradd');
  if (useradd !== null) {
    onProgress(`making the system account "${NAME}": PostgreSQL and Elasticsearch do not run as root`);
    const shell = [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/bin/false',
    ];
    // Two starts at once may both make it; the one that comes second finds it made.
    await runTool(useradd, [...shell, NAME], { env, timeoutMs: TOOL_LIMIT_MS }).catch(() => undefined);
  }
  const passwd = await readFile('/etc/passwd', 'utf8');
  const account = findAccount(passwd, NAME) ?? findAccount(passwd, 'nobody');
  if (account === null) {
    throw new PrerequisiteError(
      `PostgreSQL and Elasticsearch do not run as root and no account could be made: add one with \`useradd --system ${NAME}\`, or run this as an ordinary user.`,
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
 * Lets the account pass through every folder above `path`, as far as one is closed to it (a home of root's, say): for
 * this account alone where access lists work, else for passing through only, never for listing.
 */
export async function openWay(
  path: string,
  account: Account | null,
  env: Environment,
  onProgress: (line: string) => void,
): Promise<void> {
  if (account === null) return;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!canPass(await stat(folder), account)) {
      onProgress(`letting the account "${account.name}" pass through ${folder}`);
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

interface Permissions {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

export function canPass(folder: Permissions, account: Account): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

/**
 * Makes the folder where it is missing, and gives it with all that lies in it to the account.
 * @throws PrerequisiteError when it belongs to somebody else and this is not root.
 */
export async function ownedFolder(folder: string, account: Account | null, env: Environment): Promise<void> {
  await mkdir(folder, { recursive: true });
  const owner = (await stat(folder)).uid;
  if (account !== null) {
    if (owner === account.uid) return;
    const chown = findProgram(env, 'chown') ?? 'chown';
    await runTool(chown, ['-R', `${account.uid}:${account.gid}`, folder], { env, timeoutMs: OWN_LIMIT_MS });
  } else if (process.getuid !== undefined && owner !== process.getuid()) {
    throw new PrerequisiteError(
      `${folder} belongs to another account (uid ${owner}): run \`sudo chown -R ${process.getuid()} ${folder}\`, or set SAGASU_DATA to another folder.`,
    );
  }
}
