import { Type, type Static } from 'typebox';
import { PARTIAL } from './partial.ts';

/** Parts of the query language that are no fields: `not` excludes a word, `as-written` compares letter case and signs. */
export const EXAMPLE_OPERATORS = [
  'words',
  'phrase',
  'not',
  'or',
  'group',
  'prefix',
  'as-written',
  'part',
  'combined',
] as const;
export type ExampleOperator = (typeof EXAMPLE_OPERATORS)[number];

export const EXAMPLE_KINDS = ['operator', 'field', 'is', 'has'] as const;

export const QueryExample = Type.Object(
  {
    kind: Type.Enum([...EXAMPLE_KINDS], { type: 'string' }),
    name: Type.String({
      description: `What the example shows: the name of a field, a value of \`is:\` or \`has:\`, or one of ${EXAMPLE_OPERATORS.join(', ')}.`,
    }),
    q: Type.String({ description: 'The whole query.' }),
    hits: Type.Integer({ minimum: 1, description: 'Posts that match.' }),
  },
  { $id: 'QueryExample' },
);
export type QueryExample = Static<typeof QueryExample>;

export const ExamplesAnswer = Type.Object(
  {
    examples: Type.Array(QueryExample, {
      description:
        'Operators, fields, then values of `is:` and `has:`; a field may have several. A name that finds nothing in this archive has none.',
    }),
    counted_at: Type.String({ format: 'date-time' }),
    fresh_until: Type.String({
      format: 'date-time',
      description: 'The examples are cached until then, unless posts are hidden or shown.',
    }),
    ...PARTIAL,
  },
  { $id: 'ExamplesAnswer' },
);
export type ExamplesAnswer = Static<typeof ExamplesAnswer>;
