/** The English texts of all public pages. Those of the admin pages are loaded with the admin pages. */
import { common } from './en/common.ts';
import { dumps } from './en/dumps.ts';
import { fields } from './en/fields.ts';
import { posts } from './en/posts.ts';
import { search } from './en/search.ts';

export const enForReaders = { ...common, ...dumps, ...fields, ...posts, ...search } as const;
