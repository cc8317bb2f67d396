/** Rules for the declarations of all commands. */
import type { Command } from 'commander';
import { beforeAll, expect, test } from 'vitest';
import { programOf } from '../../../cli/main.ts';

let commands: readonly { readonly path: string; readonly command: Command }[];

beforeAll(async () => {
  commands = descendants(await programOf(undefined), '');
});

function descendants(command: Command, path: string): { path: string; command: Command }[] {
  return command.commands.flatMap((child) => {
    const own = `${path} ${child.name()}`.trim();
    return [{ path: own, command: child }, ...descendants(child, own)];
  });
}

const hasOption = ({ options }: Command, long: string): boolean => options.some((option) => option.long === long);

test('every command that lists something prints JSON with --json', () => {
  const lists = commands.filter(
    ({ command }) =>
      command.commands.length === 0 && (command.name() === 'list' || /^List (?!a )/.test(command.description())),
  );
  expect(lists.length).toBeGreaterThan(20);
  expect(lists.filter(({ command }) => !hasOption(command, '--json')).map(({ path }) => path)).toEqual([]);
  expect(hasOption(found('verify'), '--json')).toBe(true);
});

/** Words of commands that remove something for which no other command can be undone. */
const REMOVES =
  /(?:^| )(?:remove|purge|delete|delete-file|ban-file|media ban|page reset|revoke|clean|forget|smite|reharvest|restore|rebalance|refuse-file|remove-release-key|cable block|revert)$/;

test('every command that removes something has --dry-run', () => {
  const removing = commands.filter(({ path }) => REMOVES.test(path));
  expect(removing.length).toBeGreaterThan(15);
  expect(removing.filter(({ command }) => !hasOption(command, '--dry-run')).map(({ path }) => path)).toEqual([]);
});

function found(path: string): Command {
  const command = commands.find((one) => one.path === path)?.command;
  if (command === undefined) throw new Error(`there is no command ${path}`);
  return command;
}
