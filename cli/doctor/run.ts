/** Runs the checks one after the other, each for a limited time. */
import { AppError, type ConfigError, problemsOf, toError } from '../../platform/errors.ts';
import { pendingMigrations } from '../../platform/migrate.ts';
import type { Check, DoctorContext, Fault, Level, Need } from './check.ts';

export interface Finding {
  readonly check: string;
  readonly level: Level;
  readonly found: string;
  readonly meaning: string;
  readonly fix: string;
  /** True if `--fix` removes it. */
  readonly fixable: boolean;
}

export interface Diagnosis {
  /** Number of checks that were made. */
  readonly checked: number;
  readonly findings: readonly Finding[];
  /** Checks that could not be made. */
  readonly unchecked: readonly { readonly check: string; readonly reason: string }[];
  /** Names of the checks whose faults were removed. */
  readonly fixed: readonly string[];
}

const LIMIT_MS = 20_000;

/** @param fix True to remove the faults that can be removed safely, and check them again. */
export async function diagnose(context: DoctorContext, checks: readonly Check[], fix: boolean): Promise<Diagnosis> {
  const unmet = await unmetNeeds(context);
  const findings: Finding[] = [];
  const unchecked: { check: string; reason: string }[] = [];
  const fixed: string[] = [];
  for (const check of checks) {
    const { name: of, needs = [], repair } = check;
    const lacking = needs.find((need) => unmet.has(need));
    if (lacking !== undefined) {
      unchecked.push({ check: of, reason: unmet.get(lacking) ?? '' });
      continue;
    }
    try {
      let faults = await withinLimit(check.run(context));
      if (fix && faults.length > 0 && repair !== undefined) {
        await withinLimit(repair(context));
        faults = await withinLimit(check.run(context));
        if (faults.length === 0) fixed.push(of);
      }
      findings.push(...faults.map((fault) => findingOf(check, fault)));
    } catch (error) {
      unchecked.push({ check: of, reason: toError(error).message || 'unknown error' });
    }
  }
  return { checked: checks.length - unchecked.length, findings, unchecked, fixed };
}

/** The diagnosis of settings with which no store can be opened. */
export function diagnoseSettings(error: ConfigError, checks: readonly Check[]): Diagnosis {
  const check: Omit<Check, 'run'> = {
    name: 'settings.valid',
    level: 'error',
    meaning: 'Processes and commands refuse to start with these settings.',
    fix: 'sagasu config check, and docs/CONFIG.md',
  };
  return {
    checked: 1,
    findings: problemsOf(error).map((text) => findingOf(check, { text })),
    unchecked: checks.map(({ name }) => ({ check: name, reason: 'the settings are wrong' })),
    fixed: [],
  };
}

function findingOf({ name, level, meaning, fix, repair }: Omit<Check, 'run'>, fault: Fault): Finding {
  return {
    check: name,
    level: fault.level ?? level,
    found: fault.text,
    meaning,
    fix: fault.fix ?? fix,
    fixable: repair !== undefined,
  };
}

type Stores = Pick<DoctorContext, 'pool' | 'redis' | 'elasticsearch'>;

const PROBES: Readonly<Record<Need, (stores: Stores) => Promise<unknown>>> = {
  postgresql: async ({ pool }) => pool.query('select 1'),
  schema: async ({ pool }) => {
    if ((await pendingMigrations(pool)).length > 0) throw new AppError('database_old', 'the database lacks migrations');
  },
  redis: async ({ redis }) => redis.ping(),
  // The Elasticsearch of `npm start` has no answer at its root.
  elasticsearch: async ({ elasticsearch }) =>
    elasticsearch.cluster.health({}, { requestTimeout: 5_000, maxRetries: 0 }),
};

const TITLES: Readonly<Record<Need, string>> = {
  postgresql: 'PostgreSQL',
  schema: 'the schema of the database',
  redis: 'Redis',
  elasticsearch: 'Elasticsearch',
};

/** Returns the needs that are not met, with the reasons. */
async function unmetNeeds(stores: Stores): Promise<ReadonlyMap<Need, string>> {
  const needs = Object.keys(PROBES) as readonly Need[];
  const answers = await Promise.all(
    needs.map(async (need) =>
      withinLimit(PROBES[need](stores)).then(
        () => [],
        (error: unknown) =>
          [[need, error instanceof AppError ? error.message : `${TITLES[need]} cannot be read`]] as const,
      ),
    ),
  );
  return new Map(answers.flat());
}

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS / 1_000} s`)), LIMIT_MS);
  work.catch(() => undefined);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
