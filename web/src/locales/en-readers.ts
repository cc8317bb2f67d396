/** What English pages begin with: all but the words for admins, which come with their pages. */
import { boards } from './en/boards.ts';
import { common } from './en/common.ts';
import { explain } from './en/explain.ts';
import { form } from './en/form.ts';
import { post } from './en/post.ts';
import { problems } from './en/problems.ts';
import { search } from './en/search.ts';
import { statistics } from './en/statistics.ts';
import { thread } from './en/thread.ts';

export const enForReaders = {
  ...boards,
  ...common,
  ...explain,
  ...form,
  ...post,
  ...problems,
  ...search,
  ...statistics,
  ...thread,
} as const;
