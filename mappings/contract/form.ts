import { Type, type Static } from 'typebox';

export const FormQuery = Type.Object({
  q: Type.Optional(Type.String({ default: '', description: 'As in /api/v1/search.' })),
});
export type FormQuery = Static<typeof FormQuery>;

const OneText = Type.String({ description: 'A word or phrase without quotes; empty if not set.' });
const OneValue = Type.String({
  description: 'The value as written after the field; empty if not set.',
});
const OneMoment = Type.String({
  description: 'The value as written after the field, such as `2019-03-05` or `7d`; empty if not set.',
});
const Choice = Type.Enum(['', 'only', 'without'], { type: 'string' });

/** A query split into the fields of a form. Joined again, with `words` unchanged, they mean the same. */
export const QueryForm = Type.Object(
  {
    words: Type.String({ description: 'Everything that no other field holds, in the query language.' }),
    texts: Type.Object({
      comment: OneText,
      subject: OneText,
      name: OneText,
      file: OneText,
      'op.subject': OneText,
      'op.comment': OneText,
    }),
    values: Type.Object({
      trip: OneValue,
      id: OneValue,
      identity: OneValue,
      email: OneValue,
      country: OneValue,
      capcode: OneValue,
      ext: OneValue,
    }),
    boards: Type.Array(Type.String(), { description: 'Any of these boards; empty for all.' }),
    after: OneMoment,
    before: OneMoment,
    posts: Type.Enum(['', 'op', 'reply'], { type: 'string' }),
    files: Choice,
    deleted: Choice,
    sort: Type.Enum(['', 'new', 'old', 'relevance'], { type: 'string' }),
    group: Type.Enum(['', 'thread'], { type: 'string' }),
  },
  { $id: 'QueryForm' },
);
export type QueryForm = Static<typeof QueryForm>;
