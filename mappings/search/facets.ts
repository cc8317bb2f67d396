/** Facets whose values are values of `is:` and `has:`. Facets of exact fields are declared with the field. */
import { MODULES } from '../modules.ts';
import type { SharedModule } from '../module.ts';
import type { KindFacet, KindFacetValue } from './field.ts';
import type { HasValue, IsValue } from './fields.ts';

type Values = Readonly<Record<string, readonly KindFacetValue<IsValue, HasValue>[]>>;

const KIND = {
  has_file: [
    { value: 'yes', label: 'With a file', has: 'file' },
    { value: 'no', label: 'Without a file', has: 'file', isNegated: true, isRest: true },
  ],
  kind: [
    { value: 'op', label: 'Opening posts', is: 'op' },
    { value: 'reply', label: 'Replies', is: 'reply', isRest: true },
  ],
  deleted: [
    { value: 'yes', label: 'Deleted', is: 'deleted' },
    { value: 'no', label: 'Not deleted', is: 'deleted', isNegated: true, isRest: true },
  ],
} as const satisfies Values;

type Module = (typeof MODULES)[number];
type Added<M = Module> = M extends { readonly search: { readonly facets: infer F } } ? Extract<keyof F, string> : never;

const added = (MODULES as readonly SharedModule[]).map(({ search }) => search?.facets ?? {});

type NameOf<Core, M = Module> = keyof Core | Added<M>;

export const KIND_FACETS: Readonly<Record<NameOf<typeof KIND>, KindFacet>> = Object.assign({}, KIND, ...added);
export const KIND_FACETS_OF_MODULES = added.flatMap((facets) =>
  Object.keys(facets),
) as readonly string[] as readonly Added[];
