/** Debian's packages of MariaDB and Sphinx, installed where that can be done. */
import type { Environment } from '../../../../platform/config.ts';
import { findProgram, runTool } from '../../../../stack/tool.ts';

const INSTALL_LIMIT_MS = 600_000;
/** The servers alone: nothing of these starts by itself. */
const PACKAGES = ['sphinxsearch', 'mariadb-server-core', 'mariadb-client-core'];

export interface Programs {
  readonly searchd: string;
  readonly indexer: string;
  readonly mariadbd: string;
  readonly installDb: string;
}

/** The programs, or a sentence that says why there are none. */
export async function foolfuukaPrograms(env: Environment, say: (line: string) => void): Promise<Programs | string> {
  const found = findPrograms(env);
  if (found !== null) return found;
  const apt = findProgram(env, 'apt-get');
  if (apt === null) return 'Sphinx and MariaDB are not installed, and there is no apt-get to install them with';
  if (process.getuid?.() !== 0) {
    return `Sphinx and MariaDB are not installed, and only root can: apt-get install ${PACKAGES.join(' ')}`;
  }
  say(`installing ${PACKAGES.join(', ')} with apt-get`);
  const options = {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    timeoutMs: INSTALL_LIMIT_MS,
  };
  try {
    await runTool(apt, ['-q', 'update'], options);
    await runTool(apt, ['-q', '-y', '--no-install-recommends', 'install', ...PACKAGES], options);
  } catch (error) {
    return `Sphinx and MariaDB could not be installed: ${(error as Error).message}`;
  }
  return findPrograms(env) ?? 'apt-get installed Sphinx and MariaDB, and their programs are not there';
}

function findPrograms(env: Environment): Programs | null {
  const searchd = findProgram(env, 'searchd');
  const indexer = findProgram(env, 'indexer');
  const mariadbd = findProgram(env, 'mariadbd');
  const installDb = findProgram(env, 'mariadb-install-db');
  const defaults = findProgram(env, 'my_print_defaults');
  if (searchd === null || indexer === null || mariadbd === null || installDb === null || defaults === null) return null;
  return { searchd, indexer, mariadbd, installDb };
}
