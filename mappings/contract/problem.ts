import { Type, type Static } from 'typebox';

/** RFC 9457, with what Sagasu adds. `error` repeats the sentence for clients of other archives, which read that key. */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String({ description: 'Stable, for programs.' }),
    error: Type.String(),
    request_id: Type.String(),
    position: Type.Optional(
      Type.Object(
        { start: Type.Integer(), end: Type.Integer() },
        { description: 'Where in the query, or in the value of `setting`, in UTF-16 code units.' },
      ),
    ),
    suggestion: Type.Optional(Type.String({ description: 'The whole query, mended.' })),
    setting: Type.Optional(Type.String({ description: 'Which setting of a board is refused.' })),
  },
  { $id: 'Problem' },
);
export type Problem = Static<typeof Problem>;
