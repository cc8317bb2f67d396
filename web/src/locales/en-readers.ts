/** The English texts of all public pages. Those of the admin pages, of contributed dumps and of what opens later are loaded with them. */
import { common } from './en/common.ts';
import { fields } from './en/fields.ts';
import { posts } from './en/posts.ts';
import { search } from './en/search.ts';

export const enForReaders = { ...common, ...fields, ...posts, ...search } as const;
