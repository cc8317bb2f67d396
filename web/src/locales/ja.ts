import type { Messages } from './catalogue.ts';
import { admin } from './ja/admin.ts';
import { boardSettings } from './ja/board-settings.ts';
import { common } from './ja/common.ts';
import { posts } from './ja/posts.ts';
import { search } from './ja/search.ts';
import { tasks } from './ja/tasks.ts';

export const ja: Messages = { ...admin, ...boardSettings, ...common, ...posts, ...search, ...tasks };
