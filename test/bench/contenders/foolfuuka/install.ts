/** Finds or installs the programs of Sphinx and MariaDB. */
import type { Environment } from '../../../../platform/config.ts';
import { findProgram } from '../../../../dev-stores/tool.ts';
import { installed } from '../install.ts';

/** Packages of the servers only; installing them starts no service. */
const packages = ['sphinxsearch', 'mariadb-server-core', 'mariadb-client-core'];

export interface Programs {
  readonly searchd: string;
  readonly indexer: string;
  readonly mariadbd: string;
  readonly installDb: string;
}

/** Returns the programs, or a sentence that says why they are missing. */
export async function foolfuukaPrograms(env: Environment, say: (line: string) => void): Promise<Programs | string> {
  return installed({ title: 'Sphinx and MariaDB', packages, env, say, find: () => findPrograms(env) });
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
