import { Type, type Static } from 'typebox';
import { TimeZone } from './facets.ts';
import { MAX_PARAMETER_LENGTH } from './parameter-length.ts';
import { nullable } from './nullable.ts';
import { ORIGIN } from './origin.ts';
import { PARTIAL } from './partial.ts';
import { SearchAnswer, SearchGroup, SearchHint, SearchSort } from './search.ts';

export const ExplainQuery = Type.Object({
  q: Type.Optional(Type.String({ default: '', maxLength: MAX_PARAMETER_LENGTH, description: 'As in /api/v1/search.' })),
  sort: Type.Optional(SearchSort),
  group: Type.Optional(SearchGroup),
  tz: TimeZone,
});
export type ExplainQuery = Static<typeof ExplainQuery>;

const Place = Type.Object(
  { start: Type.Integer(), end: Type.Integer() },
  { description: 'Position in q in UTF-16 code units: [start, end).' },
);

export const UsedLimit = Type.Object({
  name: Type.String({ description: '`length`, `leaves`, `depth`, `prefixes` or `cost`.' }),
  used: Type.Number(),
  max: nullable(Type.Integer({ description: 'null for `cost`, which counts against the rate limit.' })),
});
export type UsedLimit = Static<typeof UsedLimit>;

export const Explanation = Type.Object(
  {
    q: Type.String(),
    canonical: Type.String({ description: 'The query in its canonical form, which is the same for equal queries.' }),
    tree: Type.Unsafe<Readonly<Record<string, unknown>> | null>({
      type: ['object', 'null'],
      required: ['kind', 'span'],
      additionalProperties: true,
      properties: { kind: { type: 'string' }, span: Place },
      description:
        'The parsed query: `and` and `or` have `children`, `not` has a `child`, every other node is a condition. ' +
        'null for an empty query, which matches every post.',
    }),
    hints: Type.Array(SearchHint, { description: 'Parts of q that are valid but may not mean what was intended.' }),
    sort: SearchAnswer.properties.sort,
    group: SearchAnswer.properties.group,
    tz: Type.String(),
    boards: nullable(Type.Array(Type.String(), { description: 'Boards that are searched; null for all.' })),
    conditions: Type.Array(
      Type.Object({
        kind: Type.Enum(['threads', 'quoted', 'identity', 'lookup'], { type: 'string' }),
        span: Place,
        count: Type.Integer({ description: 'Threads, posts, aliases or values that the condition was replaced by.' }),
        words: Type.Optional(
          Type.Array(Type.String(), { description: 'The words that led to these values, as for `like:`.' }),
        ),
      }),
      { description: 'Conditions that were resolved before the search.' },
    ),
    limits: Type.Array(UsedLimit),
    request: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description:
        'The first request to Elasticsearch for hits; hits grouped by thread take several. Long lists are cut and end with the ' +
        'number of left-out values.',
    }),
    total: SearchAnswer.properties.total,
    ...PARTIAL,
    took_ms: Type.Number(),
    stages: Type.Array(
      Type.Object({
        name: Type.String({
          description:
            '`parse` (text to tree), `charge` (rate limit), `plan` (names looked up, conditions resolved), `execute` ' +
            '(requests for hits to Elasticsearch, with network), `hydrate` (rows), `pending_hides` (hidden posts that ' +
            'Elasticsearch may still return; only when there are some), `present`, `elasticsearch` (the part of all ' +
            'requests that Elasticsearch reports).',
        }),
        ms: Type.Number(),
      }),
      { description: 'Milliseconds by stage for the first page. Some stages overlap.' },
    ),
    ...ORIGIN,
  },
  { $id: 'Explanation' },
);
export type Explanation = Static<typeof Explanation>;
