/** Completion in shells: bash runs the printed script; the others are compared with the declarations. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bashScript } from '../../../cli/completion/bash.ts';
import { describeCommands, type DescribedCommand } from '../../../cli/completion/described-commands.ts';
import { fishScript } from '../../../cli/completion/fish.ts';
import { zshScript } from '../../../cli/completion/zsh.ts';
import { programOf } from '../../../cli/main.ts';

let commands: readonly DescribedCommand[];
let script: string;

beforeAll(async () => {
  commands = describeCommands(await programOf(undefined));
  script = join(mkdtempSync(join(tmpdir(), 'sagasu-completion-')), 'sagasu.bash');
  writeFileSync(script, bashScript(commands));
});

/** The last word is the one at the caret. */
function complete(...words: readonly string[]): string[] {
  const code = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sagasu; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = execFileSync('bash', ['-c', code, 'bash', script, 'sagasu', ...words], { encoding: 'utf8' });
  return printed.split('\n').filter((line) => line !== '');
}

test('bash completes groups, commands, options and fixed values', () => {
  expect(complete('boa')).toEqual(['board']);
  expect(complete('board', 're')).toEqual(['rename', 'remove', 'release']);
  expect(complete('board', 'remove', 'g', '--d')).toEqual(['--dry-run']);
  expect(complete('tasks', 'list', '--status', 'fa')).toEqual(['failed']);
  expect(complete('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  expect(complete('board', 'defaults', 's')).toEqual(['show', 'set']);
});

test('a value that is also the name of a command does not change what follows', () => {
  expect(complete('board', 'show', 'list', '--j')).toEqual(['--json']);
});

test('the scripts of zsh and fish have every command with its meaning', () => {
  const [zsh, fish] = [zshScript(commands), fishScript(commands)];
  for (const { commands: below } of commands) {
    for (const { word } of below) {
      expect(zsh).toContain(`'${word}:`);
      expect(fish).toContain(`-a '${word}'`);
    }
  }
  expect(zsh.split('\n')[0]).toBe('#compdef sagasu');
  expect(fish).toContain(`-l json`);
});
