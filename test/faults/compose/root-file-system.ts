/** Root file systems of Debian, by debootstrap: one for the stand-ins of the stock images, one with the Docker engine. */
import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrerequisiteError } from '../../../dev-stores/problems.ts';
import { findProgram, runTool } from '../../../dev-stores/tool.ts';

/** The first Debian whose packages have PostgreSQL 18, Redis 8, Java 21 and Compose 2.40. */
const SUITE = 'forky';
const ENGINE_PACKAGES = [
  'docker.io',
  'docker-cli',
  'docker-compose',
  'docker-buildx',
  'slirp4netns',
  'iproute2',
  'iptables',
  'procps',
  'ca-certificates',
];
const DOWNLOAD_LIMIT_MS = 20 * 60_000;
const SCRIPTS = fileURLToPath(new URL('./engine', import.meta.url));

export interface RootFileSystems {
  /** A tar file. */
  readonly debian: string;
  /** A folder. */
  readonly engine: string;
}

/**
 * Makes both the first time, which takes some minutes; later starts find them in `folder`.
 * @throws PrerequisiteError on a machine that is not Linux with debootstrap and root.
 */
export async function rootFileSystems(folder: string, say: (line: string) => void): Promise<RootFileSystems> {
  // oxlint-disable-next-line node/no-process-env -- PATH and the settings for the machine's package sources
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new PrerequisiteError('the Docker engine of this check runs on Linux as root only');
  }
  for (const program of ['debootstrap', 'unshare', 'nsenter', 'setpriv', 'flock', 'chroot', 'tar']) {
    if (findProgram(env, program) === null) {
      throw new PrerequisiteError(`there is no \`${program}\` on the PATH: apt-get install debootstrap util-linux tar`);
    }
  }
  const [debian, engine] = [join(folder, 'debian.tar'), join(folder, 'engine')];
  const draft = join(folder, 'draft');
  const tool = async (command: string, ...args: string[]) =>
    runTool(command, args, { env, timeoutMs: DOWNLOAD_LIMIT_MS });
  await mkdir(folder, { recursive: true });
  if (!existsSync(debian) || !existsSync(engine)) {
    await rm(draft, { recursive: true, force: true });
    await rm(engine, { recursive: true, force: true });
    say(`downloading Debian ${SUITE}`);
    // An older debootstrap does not know the suite by name; all recent suites share one script.
    const scripts = join(folder, 'debootstrap');
    await cp('/usr/share/debootstrap', scripts, { recursive: true, verbatimSymlinks: true });
    await cp(join(scripts, 'scripts/sid'), join(scripts, 'scripts', SUITE), { dereference: true });
    await tool('env', `DEBOOTSTRAP_DIR=${scripts}`, 'debootstrap', '--variant=minbase', SUITE, draft);
    // The index of a suite that still changes expires in a week, and a mirror may be older than that.
    await writeFile(join(draft, 'etc/apt/apt.conf.d/99mirror'), 'Acquire::Check-Valid-Until "false";\n');
    await tool(
      'tar',
      '--directory',
      draft,
      '--exclude=./var/cache/apt/archives/*.deb',
      '--create',
      '--file',
      debian,
      '.',
    );
    say('installing the Docker engine');
    await cp('/etc/resolv.conf', join(draft, 'etc/resolv.conf'), { dereference: true });
    await tool('chroot', draft, 'apt-get', 'update', '--quiet');
    // Services must not start: they would run outside of the engine's own network.
    await tool(
      'sh',
      '-c',
      'printf "#!/bin/sh\\nexit 101\\n" >"$1" && chmod +x "$1"',
      'sh',
      join(draft, 'usr/sbin/policy-rc.d'),
    );
    await tool(
      'chroot',
      draft,
      'apt-get',
      'install',
      '--quiet',
      '--yes',
      '--no-install-recommends',
      ...ENGINE_PACKAGES,
    );
    await rename(draft, engine);
  }
  await rm(join(engine, 'engine'), { recursive: true, force: true });
  await cp(SCRIPTS, join(engine, 'engine'), { recursive: true });
  return { debian, engine };
}
