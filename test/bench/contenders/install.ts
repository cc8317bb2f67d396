/** Installs Debian packages, if the machine allows it. */
import type { Environment } from '../../../platform/config.ts';
import { findProgram, runTool } from '../../../dev-stores/tool.ts';

const INSTALL_LIMIT_MS = 600_000;

export interface Wanted<Programs> {
  /** Subject of a sentence, such as `Sphinx and MariaDB`. */
  readonly title: string;
  readonly packages: readonly string[];
  readonly env: Environment;
  readonly say: (line: string) => void;
  /** null if the programs are missing. */
  readonly find: () => Promise<Programs | null> | Programs | null;
}

/** Returns the programs, or a sentence that says why they are missing. */
export async function installed<Programs extends object>(wanted: Wanted<Programs>): Promise<Programs | string> {
  const { title, packages, env, say, find } = wanted;
  const found = await find();
  if (found !== null) return found;
  const apt = findProgram(env, 'apt-get');
  if (apt === null) return `${title}: not installed, and there is no apt-get to install them with`;
  if (process.getuid?.() !== 0)
    return `${title}: not installed, and only root can: apt-get install ${packages.join(' ')}`;
  say(`installing ${packages.join(', ')} with apt-get`);
  const options = {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    timeoutMs: INSTALL_LIMIT_MS,
  };
  try {
    await runTool(apt, ['-q', 'update'], options);
    await runTool(apt, ['-q', '-y', '--no-install-recommends', 'install', ...packages], options);
  } catch (error) {
    return `${title}: could not be installed: ${(error as Error).message}`;
  }
  return (await find()) ?? `${title}: apt-get installed them, and their programs are not there`;
}
