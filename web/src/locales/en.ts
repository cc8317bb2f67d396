import { accounts } from './en/accounts.ts';
import { admin } from './en/admin.ts';
import { bans } from './en/bans.ts';
import { boardSettings } from './en/board-settings.ts';
import { dumps } from './en/dumps.ts';
import { dumpStaff } from './en/dump-staff.ts';
import { moderation } from './en/moderation.ts';
import { more } from './en/more.ts';
import { tasks } from './en/tasks.ts';
import { enForReaders } from './en-readers.ts';

export const en = {
  ...enForReaders,
  ...accounts,
  ...admin,
  ...bans,
  ...boardSettings,
  ...dumps,
  ...dumpStaff,
  ...moderation,
  ...more,
  ...tasks,
} as const;
