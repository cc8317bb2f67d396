/** Determines the state of a database from the names in the table `migrations`. */
import { BASELINE_FILES, MIGRATION_FOLDERS } from '../mappings/postgres/schema-files.ts';
import { AppError } from './errors.ts';

/** Stands for all migrations of version 0.1.1, whose last one had the same number. */
export const BASELINE = '0158_baseline';

const FIRST_BEFORE_BASELINE = '0001_spine';
const LAST_BEFORE_BASELINE = '0158_ghost_password_checks';

/** The modules of this version that have a part of the schema. */
const MODULES: ReadonlySet<string> = new Set(
  [...BASELINE_FILES, ...MIGRATION_FOLDERS].flatMap((path) => /^modules\/([\w-]+)\//.exec(path)?.[1] ?? []),
);

/** The database cannot be migrated by this version. The message states the reason and a remedy. */
export class SchemaVersionError extends AppError {
  readonly problem: 'older' | 'newer' | 'foreign';

  constructor(problem: SchemaVersionError['problem'], message: string) {
    super(`schema_${problem}`, message);
    this.problem = problem;
  }
}

/**
 * The same names with the baseline in place of the migrations of version 0.1.1. `known` are the migrations of this version, in order.
 * Migrations of a removed module are ignored: their names are `NUMBER_MODULE.NAME`.
 * @throws SchemaVersionError when the names belong to an older or newer version, or to another program
 */
export function withBaseline(
  names: readonly string[],
  known: readonly string[],
  modules: ReadonlySet<string> = MODULES,
): readonly string[] {
  const isBefore = names.includes(FIRST_BEFORE_BASELINE);
  if (isBefore && !names.includes(LAST_BEFORE_BASELINE)) {
    throw new SchemaVersionError(
      'older',
      `the database is older than version 0.1.1: its last migration is ${names.at(-1)}. ` +
        'Upgrade it with version 0.1.1 first (run sagasu migrate there), then start this version again',
    );
  }
  const current = isBefore ? [BASELINE, ...names.filter((name) => name > LAST_BEFORE_BASELINE)] : names;
  if (!current.includes(BASELINE)) {
    throw new SchemaVersionError(
      'foreign',
      `the table migrations has ${current[0] ?? 'no row'}, which is not a migration of Sagasu: use a database of its own`,
    );
  }
  const newest = known.at(-1) ?? BASELINE;
  const newer = current.find((name) => {
    const [, module] = /^\d+_([\w-]+)\./.exec(name) ?? [];
    return name > newest && (module === undefined || modules.has(module));
  });
  if (newer === undefined) return current;
  throw new SchemaVersionError(
    'newer',
    `the database has the migration ${newer}, which this version lacks: it belongs to a newer version. Start that version or a newer one`,
  );
}
