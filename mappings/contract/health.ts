import { Type, type Static } from 'typebox';

export const Health = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded'], { type: 'string' }),
    degraded: Type.Array(Type.String(), { description: 'Functions that do not work now: `search` or `archive`.' }),
  },
  { $id: 'Health' },
);
export type Health = Static<typeof Health>;
