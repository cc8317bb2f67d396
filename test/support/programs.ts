/** Programs that the tests need, with their Debian packages. `npm test` installs missing ones. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHROMIUM_PATHS } from './browser.ts';

interface Needed {
  readonly isThere: () => boolean;
  /** Alternatives, of which the first installable one is used. */
  readonly packages: readonly string[];
}

const NEEDED: readonly Needed[] = [
  { isThere: () => onPath('redis-server'), packages: ['redis-server'] },
  {
    isThere: () => CHROMIUM_PATHS.some((path) => existsSync(path)),
    packages: ['chromium-headless-shell', 'chromium'],
  },
  // For certificates of tested proxies.
  { isThere: () => onPath('openssl'), packages: ['openssl'] },
  // For media files.
  { isThere: () => onPath('ffmpeg'), packages: ['ffmpeg'] },
  // For the files of deploy/.
  { isThere: () => onPath('nginx'), packages: ['nginx-light', 'nginx'] },
  { isThere: () => onPath('caddy'), packages: ['caddy'] },
  { isThere: () => onPath('pgbouncer'), packages: ['pgbouncer'] },
  { isThere: () => onPath('promtool'), packages: ['prometheus'] },
  { isThere: () => onPath('systemd-analyze'), packages: ['systemd'] },
  // For databases that are imported.
  { isThere: () => onPath('mariadbd'), packages: ['mariadb-server'] },
  // For mails of alerts.
  { isThere: () => onPath('exim4'), packages: ['exim4-daemon-light'] },
  // For a terminal.
  { isThere: () => onPath('script'), packages: ['bsdutils'] },
  // For programs from PyPI (python.ts).
  { isThere: () => spawnSync('python3', ['-c', 'import ensurepip']).status === 0, packages: ['python3-venv'] },
];

/** Installs missing programs, if this process may. Returns the packages that are still missing. */
export function installMissing(say: (line: string) => void): readonly string[] {
  const missing = NEEDED.filter(({ isThere }) => !isThere());
  if (missing.length === 0) return [];
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    say(`installing ${missing.map(({ packages }) => packages[0]).join(' and ')}`);
    apt('update', '-qq');
    for (const { packages } of missing) packages.some((name) => apt('install', '-y', '-qq', name));
  }
  return missing.flatMap(({ isThere, packages }) => (isThere() ? [] : [packages.join(' or ')]));
}

/** Returns whether it succeeded. */
function apt(...args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}

function onPath(program: string): boolean {
  return (process.env['PATH'] ?? '')
    .split(':')
    .concat('/usr/sbin')
    .some((folder) => existsSync(join(folder, program)));
}
