/** Apart from sorts.ts, so that the pages load the names alone. In the order of menus. */
import { MODULES } from '../modules.ts';
import type { SharedModule } from '../module.ts';

type Module = (typeof MODULES)[number];
type AddedSort<M = Module> = M extends { readonly search: { readonly sorts: infer S } }
  ? Extract<keyof S, string>
  : never;

const added = (MODULES as readonly SharedModule[]).flatMap(({ search }) =>
  Object.keys(search?.sorts ?? {}),
) as readonly string[] as readonly AddedSort[];

export const SEARCH_SORTS = ['new', 'old', 'relevance', 'modified', ...added] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

export const SEARCH_GROUPS = ['thread'] as const;
