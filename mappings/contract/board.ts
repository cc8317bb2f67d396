import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';
import { Origin } from './origin.ts';

export const Board = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    worksafe: Type.Boolean(),
    posts: Type.Integer({ description: 'Visible posts in the archive; an estimate for large boards.' }),
    last_post: nullable(Type.String({ format: 'date-time', description: 'When the newest post was posted.' })),
  },
  { $id: 'Board' },
);
export type Board = Static<typeof Board>;

export const BoardList = Type.Object(
  { boards: Type.Array(Board), degraded: Origin.properties.degraded },
  { $id: 'BoardList' },
);
export type BoardList = Static<typeof BoardList>;
