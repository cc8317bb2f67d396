import type { Messages } from './catalogue.ts';
import { admin } from './de/admin.ts';
import { boardSettings } from './de/board-settings.ts';
import { common } from './de/common.ts';
import { posts } from './de/posts.ts';
import { search } from './de/search.ts';
import { tasks } from './de/tasks.ts';

export const de: Messages = { ...admin, ...boardSettings, ...common, ...posts, ...search, ...tasks };
