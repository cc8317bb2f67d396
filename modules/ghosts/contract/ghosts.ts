/** Requests and answers with which readers write and delete ghost posts. */
import { Type, type Static } from 'typebox';
import { proofField } from '../../../mappings/contract/proof-of-work.ts';
import { GHOST_LIMITS, MIN_GHOST_PASSWORD } from '../limits.ts';

const board = () => Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\x00]*$' });
const num = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const text = (maxLength: number, description: string) => Type.String({ maxLength, description });

export const WriteGhost = Type.Object(
  {
    board: board(),
    thread: num(),
    name: Type.Optional(
      text(GHOST_LIMITS.name, '`Name#secret` makes a tripcode, `Name##secret` a secure one. Anonymous without it.'),
    ),
    email: Type.Optional(text(GHOST_LIMITS.email, 'Shown; `sage` by custom.')),
    subject: Type.Optional(text(GHOST_LIMITS.subject, '')),
    comment: text(GHOST_LIMITS.comment, '`>quotes`, `>>links` to posts, and the BBCode of FoolFuuka.'),
    password: Type.String({
      minLength: MIN_GHOST_PASSWORD,
      maxLength: GHOST_LIMITS.password,
      description: 'With which the post can be deleted.',
    }),
    proof: proofField('Where the board asks for one, a post without it is held or refused.'),
  },
  { $id: 'WriteGhost', additionalProperties: false },
);
export type WriteGhost = Static<typeof WriteGhost>;

export const ChallengeQuery = Type.Object({ board: board() });

export const WrittenGhost = Type.Object(
  {
    board: Type.String(),
    thread: Type.Integer(),
    num: Type.Integer(),
    subnum: Type.Integer(),
    held: Type.Boolean({ description: 'Hidden until staff have looked at it.' }),
  },
  { $id: 'WrittenGhost' },
);
export type WrittenGhost = Static<typeof WrittenGhost>;

export const DeleteGhost = Type.Object(
  {
    board: board(),
    num: num(),
    subnum: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    password: Type.String({ minLength: 1, maxLength: GHOST_LIMITS.password }),
  },
  { $id: 'DeleteGhost', additionalProperties: false },
);
export type DeleteGhost = Static<typeof DeleteGhost>;
