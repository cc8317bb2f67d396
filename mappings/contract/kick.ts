import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

export const Kick = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description:
        'Address of a board or thread at its source or in an archive that is backfilled from, or a path of this archive such as `/g/thread/123`.',
    }),
  },
  { $id: 'Kick', additionalProperties: false },
);
export type Kick = Static<typeof Kick>;

export const KickResult = Type.Object(
  {
    board: Type.String(),
    thread: nullable(
      Type.Integer({ description: 'The thread that is fetched first; null if the whole board is polled.' }),
    ),
    harvesters: Type.Integer({
      description:
        'Scrapers that received the kick: 1, or 0 while the board changes scrapers; the kick then waits up to two minutes.',
    }),
  },
  { $id: 'KickResult' },
);
export type KickResult = Static<typeof KickResult>;
