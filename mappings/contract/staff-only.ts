import { Type, type TSchema } from 'typebox';
import type { Role } from '../roles.ts';

/** Schema keyword of a field that only some accounts receive. */
export const STAFF_ONLY = 'x-staff-only';

export interface StaffOnly {
  readonly role: Role;
  readonly boards: 'any' | 'all';
}

/**
 * A field that answers leave out for accounts without the role, although they may use the route. Answers to readers cannot have such a
 * field.
 */
export function staffOnly<T extends TSchema>(schema: T, staff: StaffOnly) {
  const { description } = schema as { readonly description?: string };
  const whom = `For ${staff.role}s of ${staff.boards === 'all' ? 'all boards' : 'any board'} only.`;
  const texts = [description, whom].filter((text) => text !== undefined);
  return Object.assign(Type.Optional(schema), { description: texts.join(' '), [STAFF_ONLY]: staff });
}
