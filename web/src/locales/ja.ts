export { japaneseHints as hints, japaneseProblems as problems } from '../../../mappings/problem-texts/japanese.ts';
import type { Messages } from './catalogue.ts';
import { accounts } from './ja/accounts.ts';
import { admin } from './ja/admin.ts';
import { bans } from './ja/bans.ts';
import { boardSettings } from './ja/board-settings.ts';
import { common } from './ja/common.ts';
import { dumps } from './ja/dumps.ts';
import { fields } from './ja/fields.ts';
import { dumpStaff } from './ja/dump-staff.ts';
import { moderation } from './ja/moderation.ts';
import { posts } from './ja/posts.ts';
import { search } from './ja/search.ts';
import { tasks } from './ja/tasks.ts';

export const messages: Messages = {
  ...accounts,
  ...admin,
  ...bans,
  ...boardSettings,
  ...common,
  ...dumps,
  ...fields,
  ...dumpStaff,
  ...moderation,
  ...posts,
  ...search,
  ...tasks,
};
