import { Type, type Static } from 'typebox';

export const Health = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded'], { type: 'string' }),
    degraded: Type.Array(Type.String(), { description: 'What does not work right now; everything else does.' }),
  },
  { $id: 'Health' },
);
export type Health = Static<typeof Health>;
