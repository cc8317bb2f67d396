/** Programs of the machine that the tests need, with the packages of Debian that have them. `npm test` installs what is missing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHROMIUM_PATHS } from './browser.ts';

interface Needed {
  readonly isThere: () => boolean;
  /** Any one of them will do; the first that can be installed is. */
  readonly packages: readonly string[];
}

const NEEDED: readonly Needed[] = [
  { isThere: () => onPath('redis-server'), packages: ['redis-server'] },
  {
    isThere: () => CHROMIUM_PATHS.some((path) => existsSync(path)),
    packages: ['chromium-headless-shell', 'chromium'],
  },
  // Certificates for proxies that are tested.
  { isThere: () => onPath('openssl'), packages: ['openssl'] },
  // Media files.
  { isThere: () => onPath('ffmpeg'), packages: ['ffmpeg'] },
  // Databases that are imported.
  { isThere: () => onPath('mariadbd'), packages: ['mariadb-server'] },
  // A terminal.
  { isThere: () => onPath('script'), packages: ['bsdutils'] },
  // Programs from PyPI (python.ts).
  { isThere: () => spawnSync('python3', ['-c', 'import ensurepip']).status === 0, packages: ['python3-venv'] },
];

/** Installs what is missing, if this process may. Returns the packages that are missing all the same. */
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
