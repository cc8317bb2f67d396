import { Type, type Static } from 'typebox';
import { TimeZone } from './facets.ts';
import { nullable } from './nullable.ts';
import { ORIGIN } from './origin.ts';
import { SearchAnswer, SearchGroup, SearchHint, SearchSort } from './search.ts';

export const ExplainQuery = Type.Object({
  q: Type.Optional(Type.String({ default: '', description: 'As in /api/v1/search.' })),
  sort: Type.Optional(SearchSort),
  group: Type.Optional(SearchGroup),
  tz: TimeZone,
});
export type ExplainQuery = Static<typeof ExplainQuery>;

const Place = Type.Object(
  { start: Type.Integer(), end: Type.Integer() },
  { description: 'Where in q, in UTF-16 code units.' },
);

export const UsedLimit = Type.Object({
  name: Type.String({ description: '`length`, `leaves`, `depth`, `prefixes` or `cost`.' }),
  used: Type.Number(),
  max: nullable(Type.Integer({ description: 'null for cost, which is taken from what may be spent a minute.' })),
});
export type UsedLimit = Static<typeof UsedLimit>;

export const Explanation = Type.Object(
  {
    q: Type.String(),
    canonical: Type.String({ description: 'The same query in the one spelling that all equal queries have.' }),
    tree: Type.Unsafe<Readonly<Record<string, unknown>> | null>({
      type: ['object', 'null'],
      required: ['kind', 'span'],
      additionalProperties: true,
      properties: { kind: { type: 'string' }, span: Place },
      description:
        'How q was read: `and` and `or` have `children`, `not` has a `child`, anything else is a condition. ' +
        'null: everything.',
    }),
    hints: Type.Array(SearchHint, { description: 'What is no mistake and may not be what was meant.' }),
    sort: SearchAnswer.properties.sort,
    group: SearchAnswer.properties.group,
    tz: Type.String(),
    boards: nullable(Type.Array(Type.String(), { description: 'The only ones that are asked; null: all.' })),
    conditions: Type.Array(
      Type.Object({
        kind: Type.Enum(['threads', 'quoted', 'identity'], { type: 'string' }),
        span: Place,
        count: Type.Integer({ description: 'Threads, posts or aliases that the condition stands for.' }),
      }),
      { description: 'What was looked up first.' },
    ),
    limits: Type.Array(UsedLimit),
    request: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description: 'What Elasticsearch is asked for the first page. Long lists end with how many more there are.',
    }),
    total: SearchAnswer.properties.total,
    partial: SearchAnswer.properties.partial,
    took_ms: Type.Number(),
    stages: Type.Array(
      Type.Object({
        name: Type.String({
          description:
            '`parse`, `resolve` (what was looked up first), `search` (questions for the page, there and back), ' +
            '`elasticsearch` (its own part of all questions), `hydrate` (rows), `present`.',
        }),
        ms: Type.Number(),
      }),
      { description: 'Where the time of the first page went. Some run beside each other.' },
    ),
    ...ORIGIN,
  },
  { $id: 'Explanation' },
);
export type Explanation = Static<typeof Explanation>;
