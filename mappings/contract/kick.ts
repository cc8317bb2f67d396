import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

export const Kick = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description:
        'A document of a board at its source, or in another archive that is walked for it; or a path of this archive, `/g/thread/123`.',
    }),
  },
  { $id: 'Kick', additionalProperties: false },
);
export type Kick = Static<typeof Kick>;

export const Kicked = Type.Object(
  {
    board: Type.String(),
    thread: nullable(Type.Integer({ description: 'Fetched first; without one the board is looked at as a whole.' })),
    harvesters: Type.Integer({
      description:
        'Harvesters that heard it: one, or none while the board changes hands; then it waits for two minutes.',
    }),
  },
  { $id: 'Kicked' },
);
export type Kicked = Static<typeof Kicked>;
