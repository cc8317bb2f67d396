import { Type, type Static } from 'typebox';
import { MAX_PARAMETER_LENGTH } from './parameter-length.ts';
import { nullable } from './nullable.ts';

export const QueryPartsQuery = Type.Object({
  q: Type.Optional(Type.String({ default: '', maxLength: MAX_PARAMETER_LENGTH, description: 'As in /api/v1/search.' })),
});
export type QueryPartsQuery = Static<typeof QueryPartsQuery>;

/** A part of a query that can be removed by itself: a condition that every hit meets, or `sort:` or `group:`. */
export const QueryPart = Type.Object(
  {
    position: Type.Object(
      { start: Type.Integer(), end: Type.Integer() },
      { description: 'Position in q in UTF-16 code units: [start, end).' },
    ),
    field: nullable(
      Type.String({ description: 'Name of the field, also where q has an alias of it; null for words and groups.' }),
    ),
    value: Type.String({
      description: 'As written: behind the colon of a field, else the whole part without its `-`.',
    }),
    negated: Type.Boolean({ description: 'Hits must not meet the condition.' }),
    without: Type.String({ description: 'The query without this part; the rest is as written.' }),
  },
  { $id: 'QueryPart' },
);
export type QueryPart = Static<typeof QueryPart>;

export const QueryParts = Type.Object(
  { parts: Type.Array(QueryPart, { description: 'In the order of q. Alternatives (`a OR b`) are one part.' }) },
  { $id: 'QueryParts' },
);
export type QueryParts = Static<typeof QueryParts>;
