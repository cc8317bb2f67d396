#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { AppError } from '../platform/errors.ts';
import { UsageError } from './arguments.ts';
import { pathOf, rolesOf } from './command-roles.ts';
import { useCommand } from './database-address.ts';
import { EXIT, EXIT_CODE_LINES } from './exit-codes.ts';
import type { CommandLoaders } from './module.ts';
import { MODULES } from './modules.ts';
import { VERSION } from '../platform/version.ts';

/**
 * Each group by its name, in the order of the help; modules come last. A group is loaded only when it is used: loading all of them takes
 * half a second, one a fifth of it.
 */
const GROUPS: CommandLoaders = {
  start: async () => (await import('./start.ts')).startCommand(),
  run: async () => (await import('./run.ts')).runCommand(),
  migrate: async () => (await import('./database.ts')).migrateCommand(),
  board: async () => (await import('./board.ts')).boardCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  refusals: async () => (await import('./refusals.ts')).refusalsCommand(),
  reprocess: async () => (await import('./reprocess.ts')).reprocessCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  backfill: async () => (await import('./backfill.ts')).backfillCommand(),
  forum: async () => (await import('./forum.ts')).forumCommand(),
  kick: async () => (await import('./kick.ts')).kickCommand(),
  identity: async () => (await import('./identity.ts')).identityCommand(),
  post: async () => (await import('./post.ts')).postCommand(),
  media: async () => (await import('./media.ts')).mediaCommand(),
  reindex: async () => (await import('./search-index.ts')).reindexCommand(),
  verify: async () => (await import('./search-index.ts')).verifyCommand(),
  status: async () => (await import('./status.ts')).statusCommand(),
  config: async () => (await import('./config.ts')).configCommand(),
  alerts: async () => (await import('./alerts.ts')).alertsCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  tasks: async () => (await import('./tasks.ts')).tasksCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  account: async () => (await import('./account.ts')).accountCommand(),
  audit: async () => (await import('./audit.ts')).auditCommand(),
  ban: async () => (await import('./ban.ts')).banCommand(),
  bulk: async () => (await import('./bulk.ts')).bulkCommand(),
  filter: async () => (await import('./filter.ts')).filterCommand(),
  key: async () => (await import('./key.ts')).keyCommand(),
  completion: async () => (await import('./completion.ts')).completionCommand(async () => programOf(undefined)),
  ...Object.assign({}, ...MODULES.map(({ groups }) => groups)),
};

/** Runs the command line. Its result is `process.exitCode`. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const program = await programOf(args[0]);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the problem. Exit code 0 is help that was requested.
      process.exitCode = error.exitCode === 0 ? EXIT.success : EXIT.usage;
    } else {
      // An expected error is one sentence. Anything else is a defect and is printed with its stack.
      console.error(error instanceof AppError ? `sagasu: ${error.message}` : error);
      process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.failure;
    }
  }
}

/** The commands of one group, or of all if no group has the name. */
export async function programOf(name: string | undefined): Promise<Command> {
  const program = new Command('sagasu')
    .description('Sagasu: a search-centred archive of imageboards and other public discussions')
    .version(VERSION, '-V, --version', 'print the version')
    // An option belongs to the command after which it stands: `sagasu doctor list --json`.
    .enablePositionalOptions()
    .showHelpAfterError('(list commands and options with --help)')
    .addHelpText(
      'after',
      `
Settings come from the environment (docs/CONFIG.md). While \`npm start\` runs, commands use its stores.

Exit codes:
${EXIT_CODE_LINES.map((line) => `  ${line}`).join('\n')}`,
    );
  const named = Object.entries(GROUPS).filter(([group]) => group === name);
  // The help lists all groups, and an unknown name is compared with all of them.
  for (const [group, load] of named.length > 0 ? named : Object.entries(GROUPS)) {
    const command = await load();
    const ofModules = MODULES.flatMap(({ commands }) => commands?.[group] ?? []);
    for (const loadCommand of ofModules) command.addCommand(await loadCommand());
    program.addCommand(command);
  }
  for (const command of [program, ...descendantsOf(program)]) {
    command.helpOption('-h, --help', 'print help');
    // Without it commander would end the process itself, with code 1.
    command.exitOverride();
  }
  program.hook('preAction', (_, command) => {
    const path = pathOf(command);
    useCommand(path, rolesOf(path));
  });
  return program;
}

function descendantsOf(command: Command): readonly Command[] {
  return command.commands.flatMap((child) => [child, ...descendantsOf(child)]);
}

if (import.meta.main) await runProgram(process.argv.slice(2));
