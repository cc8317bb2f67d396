/**
 * The values of a facet as conditions of the tree: the values that a query selects, and the query with one value added or removed. Only
 * conditions at the top of the tree count, since every hit meets them.
 */
import type { FacetField } from '../../../mappings/contract/facets.ts';
import { allOfNodes, anyOfNodes, conjunctsOf } from '../language/build.ts';
import type { Node, Query } from '../language/tree.ts';
import type { FacetDeclaration } from './facet.ts';
import { FACETS } from './table.ts';

/** The values of this field that the query selects; null when it does not restrict the field. */
export function chosenOf(query: Query, field: FacetField): readonly string[] | null {
  return find(query, field)?.values ?? null;
}

/** The query without its condition on this field. */
export function withoutChoice(query: Query, field: FacetField): Query {
  return { ...query, root: allOfNodes(replaced(query, field, [])) };
}

/** The query with this value selected, or unselected if it was selected. */
export function toggled(query: Query, field: FacetField, value: string): Query {
  const chosen = chosenOf(query, field) ?? [];
  const kept = FACETS[field].many ? chosen : [];
  const values = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...kept, value];
  return { ...query, root: allOfNodes(replaced(query, field, values)) };
}

/** The conditions of the query with these values for this field: in place of the field's condition, or at the end. */
function replaced(query: Query, field: FacetField, values: readonly string[]): readonly Node[] {
  const conjuncts = conjunctsOf(query.root);
  const condition = anyOfNodes(values.length === 0 ? [] : FACETS[field].write(values));
  const found = find(query, field);
  const conditions = condition === null ? [] : [condition];
  return found === null ? [...conjuncts, ...conditions] : conjuncts.toSpliced(found.place, 1, ...conditions);
}

function find(query: Query, field: FacetField): { readonly place: number; readonly values: readonly string[] } | null {
  for (const [place, conjunct] of conjunctsOf(query.root).entries()) {
    const values = valuesOf(conjunct, FACETS[field]);
    if (values !== null) return { place, values };
  }
  return null;
}

function valuesOf(node: Node, choice: FacetDeclaration): readonly string[] | null {
  if (node.kind !== 'or') return choice.read(node);
  const values = node.children.map((child) => choice.read(child));
  return choice.many && values.every((some) => some !== null) ? [...new Set(values.flat())] : null;
}
