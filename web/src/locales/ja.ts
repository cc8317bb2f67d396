import type { Words } from '../lib/messages.ts';
import { admin } from './ja/admin.ts';
import { boardSettings } from './ja/board-settings.ts';
import { boards } from './ja/boards.ts';
import { common } from './ja/common.ts';
import { explain } from './ja/explain.ts';
import { form } from './ja/form.ts';
import { moderation } from './ja/moderation.ts';
import { post } from './ja/post.ts';
import { problems } from './ja/problems.ts';
import { search } from './ja/search.ts';
import { statistics } from './ja/statistics.ts';
import { tasks } from './ja/tasks.ts';
import { thread } from './ja/thread.ts';

export const ja: Words = {
  ...admin,
  ...boardSettings,
  ...boards,
  ...common,
  ...explain,
  ...form,
  ...moderation,
  ...post,
  ...problems,
  ...search,
  ...statistics,
  ...tasks,
  ...thread,
};
