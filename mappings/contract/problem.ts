import { Type, type Static } from 'typebox';
import { StoreState } from './store-state.ts';

/** RFC 9457 with extensions. `error` repeats `detail` for clients of other archives' APIs, which read that key. */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String({ description: 'A stable identifier for programs.' }),
    error: Type.String(),
    request_id: Type.String(),
    position: Type.Optional(
      Type.Object(
        { start: Type.Integer(), end: Type.Integer() },
        {
          description:
            'Position of the fault in the query or in the value of `setting`, in UTF-16 code units: [start, end).',
        },
      ),
    ),
    suggestion: Type.Optional(Type.String({ description: 'The complete query, corrected.' })),
    fields: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), detail: Type.String() }), {
        description: 'The fields of the body whose values are invalid, and what is wrong with each.',
      }),
    ),
    setting: Type.Optional(Type.String({ description: 'The board setting that is refused.' })),
    stores: Type.Optional(
      Type.Array(StoreState, { description: 'With the status 503 of `/readyz`: the states of the stores.' }),
    ),
    appeal: Type.Optional(
      Type.String({ description: 'With the code `banned`: path of the page that shows the ban and takes an appeal.' }),
    ),
  },
  { $id: 'Problem' },
);
export type Problem = Static<typeof Problem>;
