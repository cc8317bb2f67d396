/** Bodies generated from the schemas of an OpenAPI document, and the same bodies with another text in each position. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly minProperties?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export type FindSchema = (name: string) => Schema;

/** With the required properties, with all, and with the required ones and one more: some properties exclude each other. */
export function filledBodies(schema: Schema, find: FindSchema): unknown[] {
  const whole = filled(schema, find);
  if (schema.$ref !== undefined) return filledBodies(find(schema.$ref.split('/').at(-1) ?? ''), find);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return [whole];
  const isRequired = (name: string) => schema.required?.includes(name) === true;
  const least = Object.fromEntries(Object.entries(whole).filter(([name]) => isRequired(name)));
  const withOneMore = Object.entries(whole).flatMap(([name, value]) =>
    isRequired(name) ? [] : [{ ...least, [name]: value }],
  );
  return [least, whole, ...withOneMore];
}

/** Every property has a value, including optional ones. */
function filled(schema: Schema, find: FindSchema): unknown {
  if (schema.$ref !== undefined) return filled(find(schema.$ref.split('/').at(-1) ?? ''), find);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return filled(schema.anyOf[0] ?? {}, find);
  const type = typeof schema.type === 'object' ? schema.type[0] : schema.type;
  if (type === 'array') return [filled(schema.items ?? {}, find)];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return false;
  if (type === 'string') return 'g'.repeat(Math.max(1, schema.minLength ?? 1));
  if (type === 'null') return null;
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0 && (schema.minProperties ?? 0) > 0) return { g: 'g' };
  return Object.fromEntries(properties.map(([name, value]) => [name, filled(value, find)]));
}

/** Copies of the value, each with one changed text or name. */
export function changedTexts(value: unknown, change: (text: string) => string): unknown[] {
  if (typeof value === 'string') return [change(value)];
  if (Array.isArray(value))
    return value.flatMap((item, at) => changedTexts(item, change).map((changed) => value.with(at, changed)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    changedTexts(item, change).map((changed) => ({ ...value, [name]: changed })),
  );
}
