/** The public log of moderation, `/api/v1/moderation`. */
import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

export const PublicLogEntry = Type.Object(
  {
    id: Type.Integer({ description: 'In the order of the actions.' }),
    at: Type.String({ format: 'date-time', description: 'To the minute.' }),
    action: Type.Enum(['hide', 'show', 'purge'], { type: 'string' }),
    board: Type.String(),
    posts: Type.Integer({ description: 'Number of posts that changed.' }),
    thread: Type.Boolean({ description: 'Whether a whole thread was meant.' }),
    actor: nullable(Type.String({ description: 'Name of the account; null unless the board publishes names.' })),
  },
  { $id: 'PublicLogEntry' },
);
export type PublicLogEntry = Static<typeof PublicLogEntry>;

export const PublicLog = Type.Object(
  {
    entries: Type.Array(PublicLogEntry),
    next: nullable(Type.Integer({ description: 'Value of `before` for the next page; null on the last page.' })),
  },
  { $id: 'PublicLog' },
);
export type PublicLog = Static<typeof PublicLog>;

export const PublicLogQuery = Type.Object({
  board: Type.Optional(Type.String({ maxLength: 64, pattern: '^[^\\x00]*$', description: 'Only this board.' })),
  before: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Only entries with a lower id.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
});
