/** Requests and answers with which admins add, rename and remove boards. */
import { Type, type Static } from 'typebox';
import { MAX_TITLE } from '../board.ts';
import { SITE_KINDS, type SiteKind } from '../sources.ts';

const title = () =>
  Type.String({ minLength: 1, maxLength: MAX_TITLE, pattern: '^[^\\x00]*$', description: 'What readers read.' });
const address = (description: string) =>
  Type.String({ minLength: 1, maxLength: 300, pattern: '^[^\\x00]*$', description });
const worksafe = () => Type.Boolean({ description: 'Whether the board is safe for work.' });

export const AddBoard = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 32,
      pattern: '^[^\\x00]*$',
      description: 'In addresses; it never changes.',
    }),
    title: title(),
    source: Type.Unsafe<SiteKind>({
      type: 'string',
      enum: [...SITE_KINDS],
      description: 'Channels of private groups are added on the command line, where their key is.',
    }),
    source_name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[^\\x00]*$',
        description: 'Name of the board at the source, if it differs.',
      }),
    ),
    url: address('Address under which the source has its boards.'),
    media_url: Type.Optional(address('Address under which the source has its files, if it differs.')),
    worksafe: Type.Optional(worksafe()),
  },
  { $id: 'AddBoard', additionalProperties: false },
);
export type AddBoard = Static<typeof AddBoard>;

export const RenameBoard = Type.Object(
  { title: Type.Optional(title()), worksafe: Type.Optional(worksafe()) },
  { $id: 'RenameBoard', additionalProperties: false },
);
export type RenameBoard = Static<typeof RenameBoard>;

export const ManagedBoard = Type.Object(
  { name: Type.String(), title: Type.String(), worksafe: worksafe(), unlisted: Type.Boolean() },
  { $id: 'ManagedBoard' },
);
export type ManagedBoard = Static<typeof ManagedBoard>;

export const RemovalCount = Type.Object(
  { name: Type.String({ description: 'Such as `cable_posts`.' }), count: Type.Integer() },
  { $id: 'RemovalCount' },
);

export const BoardRemoval = Type.Object(
  {
    board: Type.String(),
    posts: Type.Integer(),
    hidden: Type.Integer({ description: 'Of the posts.' }),
    threads: Type.Integer(),
    files: Type.Integer({ description: 'Files that only posts of this board show.' }),
    reported_posts: Type.Integer(),
    bans: Type.Integer({ description: 'Of this board alone.' }),
    filters: Type.Integer({ description: 'Of this board alone.' }),
    accounts: Type.Integer({ description: 'Accounts that lose a role, since they have it on this board alone.' }),
    indices: Type.Integer({ description: 'Indices of the board in Elasticsearch.' }),
    queued: Type.Integer({ description: 'Threads that wait for the indexer.' }),
    added: Type.Array(RemovalCount, { description: 'Data of modules, such as the posts of a cabal.' }),
    removable: Type.Boolean({
      description: 'False for a board that only the command line removes: one with more posts than are counted here.',
    }),
  },
  { $id: 'BoardRemoval' },
);
export type BoardRemoval = Static<typeof BoardRemoval>;

export const RemoveBoard = Type.Object(
  { confirm: Type.String({ maxLength: 32, description: 'The name of the board again.' }) },
  { $id: 'RemoveBoard', additionalProperties: false },
);
export type RemoveBoard = Static<typeof RemoveBoard>;
