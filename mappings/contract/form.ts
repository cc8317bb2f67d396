import { Type, type Static } from 'typebox';

export const FormQuery = Type.Object({
  q: Type.Optional(Type.String({ default: '', description: 'As in /api/v1/search.' })),
});
export type FormQuery = Static<typeof FormQuery>;

const OneText = Type.String({ description: 'A word or a phrase, without quotes; empty where there is none.' });
const OneValue = Type.String({
  description: 'As it is written after the field of this name; empty where there is none.',
});
const OneMoment = Type.String({ description: 'As it is written after the field of this name: `2019-03-05`, `7d`.' });
const Choice = Type.Enum(['', 'only', 'without'], { type: 'string' });

/** A query as the fields of a form hold it: put together again, with `words` as it is, they mean the same. */
export const QueryForm = Type.Object(
  {
    words: Type.String({ description: 'All that no other field holds, in the language of queries.' }),
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
    boards: Type.Array(Type.String(), { description: 'Any of these; none means all.' }),
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
