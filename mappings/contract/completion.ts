import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

/** Characters of a query that completion looks at; a caret beyond gets nothing. */
export const MAX_COMPLETED_LENGTH = 1_024;
export const MAX_COMPLETIONS = 20;

export const CompleteQuery = Type.Object({
  q: Type.Optional(
    Type.String({ default: '', maxLength: MAX_COMPLETED_LENGTH, description: 'The query as it is being written.' }),
  ),
  at: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Where the caret is, in UTF-16 code units; the end of q unless told.' }),
  ),
});
export type CompleteQuery = Static<typeof CompleteQuery>;

export const Completion = Type.Object(
  {
    text: Type.String({ description: 'What to write in place of q from `from` to `to`.' }),
    kind: Type.Enum(['field', 'value', 'board', 'country', 'date', 'sort', 'tripcode', 'operator'], {
      type: 'string',
    }),
    from: Type.Integer({ description: 'In UTF-16 code units.' }),
    to: Type.Integer(),
    description: nullable(Type.String({ description: 'A few words on what it means.' })),
    count: nullable(Type.Integer({ description: 'Posts that have it, where that was counted.' })),
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

/** What browsers expect of a search engine's suggestions: the query, whole queries, a description of each. */
export const Suggestions = Type.Unsafe<[q: string, queries: string[], descriptions: string[]]>(
  Type.Array(Type.Union([Type.String(), Type.Array(Type.String())]), {
    $id: 'Suggestions',
    description: '[q, [whole queries], [a description of each]], the form that browsers read.',
  }),
);
export type Suggestions = Static<typeof Suggestions>;
