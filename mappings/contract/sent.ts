/**
 * The form in which answers send objects with many fields. A field without a value is left out: one that would be null, and a flag that would
 * be false. So a field has one type, and answers are shorter. Inside the server and in the pages, objects have all fields.
 */
import { Type, type TObject, type TProperties, type TSchema } from 'typebox';

/** `T` as it is sent: only the fields `Always` are in every answer. */
export type Sent<T, Always extends keyof T> = Pick<T, Always> & {
  readonly [K in Exclude<keyof T, Always>]?: Exclude<T[K], null | false> | undefined;
};

/** The schema of the sent form. `inner`: the sent form of fields that are objects themselves. */
export function sentObject(
  properties: TProperties,
  always: readonly string[],
  inner: Readonly<Record<string, TSchema>> = {},
): TObject {
  const sent = Object.entries(properties).map(([name, schema]): [string, TSchema] => {
    if (always.includes(name)) return [name, schema];
    return [name, Type.Optional(inner[name] ?? withValue(schema as ValueSchema))];
  });
  return Type.Object(Object.fromEntries(sent));
}

interface ValueSchema extends TSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

function withValue(schema: ValueSchema): TSchema {
  const { type, enum: values, description, ...rest } = schema;
  const described = description === undefined ? {} : { description: description.replaceAll(/\bnull\b/g, 'absent') };
  if (type === 'boolean') return Type.Literal(true, described);
  if (!Array.isArray(type)) return schema;
  const [kind = 'string'] = type.filter((one) => one !== 'null');
  return Type.Unsafe({
    ...rest,
    ...described,
    type: kind,
    ...(values !== undefined && { enum: values.filter((value) => value !== null) }),
  });
}
