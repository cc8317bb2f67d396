/** Fields that an answer has for some accounts only: `staffOnly` of mappings/contract/staff-only.ts. */
import { STAFF_ONLY, type StaffOnly } from '../../mappings/contract/staff-only.ts';
import { hasRole, type RoleOnBoard } from '../../mappings/roles.ts';

/** The shared schemas in an answer, and its fields for some accounts only. Fields are left out by name, at any place in the answer. */
export interface Answered {
  readonly schemas: Set<string>;
  readonly staffOnly: Map<string, StaffOnly>;
}

export function answered(schema: unknown, find: (name: string) => unknown): Answered {
  const found: Answered = { schemas: new Set(), staffOnly: new Map() };
  const visit = (part: unknown, key: string): void => {
    if (typeof part !== 'object' || part === null) return;
    const { $ref, [STAFF_ONLY]: staff } = part as { readonly $ref?: unknown; readonly [STAFF_ONLY]?: StaffOnly };
    if (staff !== undefined) found.staffOnly.set(key, staff);
    const [name = ''] = typeof $ref === 'string' ? $ref.split('#') : [];
    if (name !== '' && !found.schemas.has(name)) {
      found.schemas.add(name);
      visit(find(name), key);
    }
    for (const [inner, value] of Object.entries(part)) visit(value, inner);
  };
  visit(schema, '');
  return found;
}

/** The answer without the fields that an account with these roles may not see. */
export function asSeenBy(answer: unknown, fields: Answered['staffOnly'], roles: readonly RoleOnBoard[]): unknown {
  const hidden = new Set(
    [...fields].flatMap(([name, { role, boards }]) => (hasRole(roles, role, boards) ? [] : [name])),
  );
  const seen = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(seen);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    const kept = Object.entries(value).filter(([name]) => !hidden.has(name));
    return Object.fromEntries(kept.map(([name, inner]) => [name, seen(inner)]));
  };
  return hidden.size === 0 ? answer : seen(answer);
}
