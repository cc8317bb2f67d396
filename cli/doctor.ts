/** `sagasu doctor`. */
import { Command } from 'commander';
import { readConfig, type Environment } from '../platform/config.ts';
import { ConfigError } from '../platform/errors.ts';
import { CHECKS } from './doctor/all-checks.ts';
import type { Check } from './doctor/check.ts';
import { withDoctorContext } from './doctor/context.ts';
import { formatDiagnosis } from './doctor/format.ts';
import { diagnose, diagnoseSettings, type Diagnosis } from './doctor/run.ts';
import { EXIT } from './exit-codes.ts';
import { jsonOption, printList } from './table.ts';
import { VERSION } from '../platform/version.ts';

interface DoctorOptions {
  readonly fix: boolean;
  readonly json: boolean;
}

export function doctorCommand(): Command {
  const doctor = new Command('doctor')
    .description(
      'Check settings, stores, roles, files, sources and backups, and name the command that mends each fault',
    )
    .option('--fix', 'mend the faults whose mending can neither lose data nor interrupt readers', false)
    .option('--json', 'print one JSON object', false)
    .addHelpText(
      'after',
      `
Run it with the settings of the processes, as their user: settings, files and limits are those of this command. A check that needs a
store that does not answer is listed as not made.

Exit codes: 0 no fault but notes, 5 warnings or checks that could not be made, 1 errors.

Examples:
  $ sagasu doctor
  $ sagasu doctor --fix
  $ sagasu doctor list`,
    )
    .action(async ({ fix, json }: DoctorOptions) => {
      // oxlint-disable-next-line node/no-process-env -- the checks compare settings with their sources
      const diagnosis = await run(process.env, fix);
      const at = new Date().toISOString();
      console.log(json ? JSON.stringify({ at, version: VERSION, ...diagnosis }) : formatDiagnosis(diagnosis));
      process.exitCode = exitCodeOf(diagnosis);
    });
  doctor.enablePositionalOptions();
  doctor
    .command('list')
    .description('List all checks with the level and the meaning of their faults')
    .addOption(jsonOption())
    .action((options: { readonly json: boolean }) => {
      printList(CHECKS, CHECK_LIST, options);
    });
  return doctor;
}

const CHECK_LIST = {
  columns: {
    CHECK: ({ name }: Check) => name,
    LEVEL: ({ level }: Check) => level,
    FIXABLE: ({ repair }: Check) => (repair === undefined ? 'no' : 'yes'),
    MEANING: ({ meaning }: Check) => meaning,
  },
  json: ({ name, level, meaning, fix, repair }: Check): object => ({
    name,
    level,
    meaning,
    fix,
    fixable: repair !== undefined,
  }),
  empty: '',
};

async function run(env: Environment, fix: boolean): Promise<Diagnosis> {
  try {
    const surroundings = { env, now: () => new Date(), proc: '/proc' };
    return await withDoctorContext(readConfig(env), surroundings, async (context) => diagnose(context, CHECKS, fix));
  } catch (error) {
    if (error instanceof ConfigError) return diagnoseSettings(error, CHECKS);
    throw error;
  }
}

function exitCodeOf({ findings, unchecked }: Diagnosis): number {
  if (findings.some(({ level }) => level === 'error')) return EXIT.failure;
  const isClean = unchecked.length === 0 && findings.every(({ level }) => level === 'note');
  return isClean ? EXIT.success : EXIT.warnings;
}
