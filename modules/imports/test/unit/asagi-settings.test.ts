/** The guide maps each key of Asagi's asagi.json to a setting that exists. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { boardCommand } from '../../../../cli/board.ts';
import { asagiCommand } from '../../cli/asagi.ts';
import { mediaCommand } from '../../../../cli/media.ts';
import { isBoardSetting } from '../../../../mappings/board-settings/table.ts';
import { SETTING_GROUPS } from '../../../../platform/settings.ts';

const guide = readFileSync('docs/MIGRATION.md', 'utf8');
const [, section = ''] = guide.split('### Settings of asagi.json');
const rows = section
  .split('\n## ')[0]
  ?.split('\n')
  .flatMap((line) => {
    const [, keys, means] = /^\| (`.*?) \| (.*) \|$/.exec(line) ?? [];
    return keys === undefined || means === undefined ? [] : [{ keys: codeIn(keys), means }];
  });

function codeIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** All keys that Asagi reads: the classes OuterSettings, Settings, BoardSettings and PageSettings. */
const KEYS =
  'settings dumperEngine sourceEngine boardSettings default engine database host username password charset table path ' +
  'updateFileLastModified useOldDirectoryStructure deletedThreadsThresholdPage webserverGroup thumbThreads mediaThreads ' +
  'newThreadsThreads threadRefreshRate refreshDelay throttleAPI throttleURL throttleMillisec pageSettings delay pages';

test('each key of asagi.json has a row', () => {
  expect(rows?.flatMap(({ keys }) => keys).sort()).toEqual(KEYS.split(' ').sort());
});

test('each row names an existing setting or command, or states that none is needed', () => {
  const settings = new Set(
    Object.values(SETTING_GROUPS).flatMap((group) => Object.values(group).map(({ name }) => name)),
  );
  const isNamed = (code: string): boolean => {
    if (/^(?:SAGASU_|DATABASE_URL)/.test(code)) return settings.has(code);
    if (code.startsWith('sagasu ')) return true;
    return isBoardSetting(code.replace(/=.*$/, ''));
  };
  for (const { keys, means } of rows ?? []) {
    if (/^None(?: needed)?[.:]/.test(means)) continue;
    const codes = codeIn(means).filter((code) => !/^(?:Dumper|npm )/.test(code));
    expect([keys, codes.filter((code) => !isNamed(code))]).toEqual([keys, []]);
    expect([keys, codes.length > 0 || /boards|applies/.test(means)]).toEqual([keys, true]);
  }
});

test('each command in the rows exists', async () => {
  const groups = [await boardCommand(), mediaCommand(), new Command('import').addCommand(asagiCommand())];
  for (const code of rows?.flatMap(({ means }) => codeIn(means)) ?? []) {
    if (!code.startsWith('sagasu ')) continue;
    let level: readonly Command[] = groups;
    for (const word of code.split(' ').slice(1)) {
      // The following words are its arguments.
      if (level.length === 0) break;
      const command = level.find((one) => one.name() === word);
      expect([code, command?.name()]).toEqual([code, word]);
      level = command?.commands ?? [];
    }
  }
});
