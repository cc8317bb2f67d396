import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

/** UTF-16 code units of a query that completion reads; a caret after them gets no completions. */
export const MAX_COMPLETED_LENGTH = 1_024;
export const MAX_COMPLETIONS = 20;

export const CompleteQuery = Type.Object({
  q: Type.Optional(
    Type.String({ default: '', maxLength: MAX_COMPLETED_LENGTH, description: 'The query as typed so far.' }),
  ),
  at: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Position of the caret in UTF-16 code units; by default the end of q.',
    }),
  ),
});
export type CompleteQuery = Static<typeof CompleteQuery>;

export const Completion = Type.Object(
  {
    text: Type.String({ description: 'Replaces the part of q from `from` to `to`.' }),
    kind: Type.Enum(
      ['field', 'value', 'board', 'country', 'date', 'sort', 'tripcode', 'operator', 'emoji', 'word', 'thread'],
      {
        type: 'string',
      },
    ),
    from: Type.Integer({ description: 'In UTF-16 code units, like `to`.' }),
    to: Type.Integer(),
    description: nullable(
      Type.String({
        description:
          'A short explanation; of an emoji its name in the language of Accept-Language, of a thread its subject.',
      }),
    ),
    count: nullable(Type.Integer({ description: 'Posts with this value; null if they were not counted.' })),
    thread: nullable(
      Type.Object(
        { board: Type.String(), num: Type.Integer() },
        { description: 'The thread to open, of the kind `thread`; `text` then searches for its subject.' },
      ),
    ),
  },
  { $id: 'Completion' },
);
export type Completion = Static<typeof Completion>;

export const CompletionAnswer = Type.Object(
  { completions: Type.Array(Completion, { maxItems: MAX_COMPLETIONS }) },
  { $id: 'CompletionAnswer' },
);
export type CompletionAnswer = Static<typeof CompletionAnswer>;

export const SuggestionsQuery = Type.Object({
  q: Type.Optional(Type.String({ default: '', maxLength: MAX_COMPLETED_LENGTH })),
});
export type SuggestionsQuery = Static<typeof SuggestionsQuery>;

/** OpenSearch suggestions: the query, complete queries, and a description of each. */
export const Suggestions = Type.Unsafe<[q: string, queries: string[], descriptions: string[]]>(
  Type.Array(Type.Union([Type.String(), Type.Array(Type.String())]), {
    $id: 'Suggestions',
    description: 'OpenSearch suggestions: [q, [complete queries], [their descriptions]].',
  }),
);
export type Suggestions = Static<typeof Suggestions>;
