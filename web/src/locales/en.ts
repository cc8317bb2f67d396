import { accounts } from './en/accounts.ts';
import { admin } from './en/admin.ts';
import { bans } from './en/bans.ts';
import { boardSettings } from './en/board-settings.ts';
import { moderation } from './en/moderation.ts';
import { tasks } from './en/tasks.ts';
import { enForReaders } from './en-readers.ts';

export const en = {
  ...enForReaders,
  ...accounts,
  ...admin,
  ...bans,
  ...boardSettings,
  ...moderation,
  ...tasks,
} as const;
