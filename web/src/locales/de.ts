import type { Messages } from './catalogue.ts';
import { accounts } from './de/accounts.ts';
import { admin } from './de/admin.ts';
import { bans } from './de/bans.ts';
import { boardSettings } from './de/board-settings.ts';
import { common } from './de/common.ts';
import { fields } from './de/fields.ts';
import { posts } from './de/posts.ts';
import { search } from './de/search.ts';
import { tasks } from './de/tasks.ts';

export const de: Messages = {
  ...accounts,
  ...admin,
  ...bans,
  ...boardSettings,
  ...common,
  ...fields,
  ...posts,
  ...search,
  ...tasks,
};
