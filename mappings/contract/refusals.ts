/** Refused parts of sources' answers, for admins. */
import { Type, type Static } from 'typebox';
import { boardName } from './admin.ts';
import { nullable } from './nullable.ts';

const time = (description: string) => Type.String({ format: 'date-time', description });

export const HarvestRefusal = Type.Object(
  {
    board: Type.String(),
    url: Type.String({ description: 'Of the document or file at the source.' }),
    thread: nullable(Type.Integer({ description: 'null for a list, or if the document may show another thread.' })),
    reason: Type.String({ description: 'One of those that docs/FIELDS.md lists.' }),
    entries: nullable(
      Type.Integer({
        description:
          'How many entries, mostly posts, were refused alone in the last copy of the document; null if the document was refused as a whole.',
      }),
    ),
    sample: Type.String({
      description: 'What was wrong, and the beginning of what was refused; empty where that could quote a purged post.',
    }),
    times: Type.Integer({ description: 'How often the document was refused, or had such entries.' }),
    first_seen: time(''),
    last_seen: time(''),
  },
  { $id: 'HarvestRefusal' },
);

export const HarvestRefusalQuery = Type.Object({
  board: Type.Optional(boardName()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
});

export const HarvestRefusalList = Type.Object(
  {
    refusals: Type.Array(HarvestRefusal),
    has_more: Type.Boolean({ description: 'Whether there are older ones than `limit` allows.' }),
  },
  { $id: 'HarvestRefusalList' },
);
export type HarvestRefusalList = Static<typeof HarvestRefusalList>;
