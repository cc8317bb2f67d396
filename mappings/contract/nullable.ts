import { Type, type Static, type TSchema } from 'typebox';

/**
 * A value or null. Written as `type: [x, null]` and not as `anyOf`, for which the serializer would validate every value to
 * choose a branch.
 */
export function nullable<T extends TSchema & { readonly type: string; readonly $id?: string }>(schema: T) {
  const { $id: _shared, ...rest } = schema;
  return Type.Unsafe<Static<T> | null>({ ...rest, type: [schema.type, 'null'] });
}
