import type { Words } from '../lib/messages.ts';
import { admin } from './de/admin.ts';
import { boardSettings } from './de/board-settings.ts';
import { boards } from './de/boards.ts';
import { common } from './de/common.ts';
import { explain } from './de/explain.ts';
import { form } from './de/form.ts';
import { moderation } from './de/moderation.ts';
import { post } from './de/post.ts';
import { problems } from './de/problems.ts';
import { search } from './de/search.ts';
import { statistics } from './de/statistics.ts';
import { tasks } from './de/tasks.ts';
import { thread } from './de/thread.ts';

export const de: Words = {
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
