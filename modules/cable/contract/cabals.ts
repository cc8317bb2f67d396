/** Cabals of the cable protocol, for admins: peers, what was refused, and authors that are blocked. */
import { Type, type Static } from 'typebox';
import { nullable } from '../../../mappings/contract/nullable.ts';

const time = (description: string) => Type.String({ format: 'date-time', description });
const id = () => Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const authorKey = () =>
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    maxLength: 64,
    description: 'Public key of an author in hexadecimal: the poster id of its posts.',
  });

export const CabalPath = Type.Object({ id: id() });
export const CabalAuthorPath = Type.Object({ id: id(), author: authorKey() });

export const CabalChannel = Type.Object(
  {
    board: Type.String(),
    channel: Type.String(),
    posts: Type.Integer({ description: 'Posts that were numbered so far, deleted ones too.' }),
  },
  { $id: 'CabalChannel' },
);

export const CabalAddress = Type.Object(
  { url: Type.String(), is_encrypted: Type.Boolean() },
  { $id: 'CabalAddress', description: 'An address that is dialled.' },
);

export const CabalPeer = Type.Object(
  {
    peer: Type.String({ description: 'Address and port.' }),
    is_dialled: Type.Boolean({ description: 'Whether we dialled; otherwise the peer did.' }),
    is_encrypted: Type.Boolean(),
    since: time('When it connected.'),
    requests: Type.Integer({ description: 'Requests of the peer that were answered.' }),
    posts: Type.Integer({ description: 'Posts that were asked for and have come from it.' }),
    strikes: Type.Integer({ description: 'After 100 its address is sent away for ten minutes.' }),
  },
  { $id: 'CabalPeer' },
);

export const BlockedAuthor = Type.Object(
  {
    author: authorKey(),
    blocked_by: Type.String({ description: 'Name of an account or key, or `cli`.' }),
    blocked_at: time(''),
    reason: nullable(Type.String()),
  },
  { $id: 'BlockedAuthor' },
);

export const CabalModerator = Type.Object(
  {
    author: authorKey(),
    appointed_by: Type.String({ description: 'Name of an account or key, or `cli`.' }),
    appointed_at: time(''),
  },
  { $id: 'CabalModerator', description: 'An author whose deletes of other authors’ posts apply in this archive.' },
);

export const Cabal = Type.Object(
  {
    id: Type.Integer(),
    layout: Type.String({ description: 'Of its messages: `deployed` or `draft8`.' }),
    is_running: Type.Boolean({ description: 'Whether a scraper is a peer of the cabal now.' }),
    posts: Type.Integer({ description: 'Stored posts: texts, deletes, joins, leaves, topics and names.' }),
    bytes: Type.Integer({ description: 'Of those posts.' }),
    channels: Type.Array(CabalChannel),
    addresses: Type.Array(CabalAddress),
    peers: Type.Array(CabalPeer, { description: 'That are connected now.' }),
    blocked: Type.Array(BlockedAuthor, { description: 'The newest first.' }),
    moderators: Type.Array(CabalModerator, { description: 'The newest first.' }),
  },
  { $id: 'Cabal' },
);
export type Cabal = Static<typeof Cabal>;

export const CabalList = Type.Object({ cabals: Type.Array(Cabal) }, { $id: 'CabalList' });
export type CabalList = Static<typeof CabalList>;

export const CabalRefusal = Type.Object(
  {
    peer: nullable(Type.String({ description: 'null if it was no matter of one peer.' })),
    reason: Type.String({ description: 'One of those that docs/CABLE.md lists.' }),
    detail: Type.String({ description: 'The last one in words, without content of posts.' }),
    times: Type.Integer(),
    first_seen: time(''),
    last_seen: time(''),
  },
  { $id: 'CabalRefusal' },
);

export const CabalRefusalQuery = Type.Object({
  reason: Type.Optional(Type.String({ pattern: '^[a-z_]{1,40}$', maxLength: 40 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
});

export const CabalRefusalList = Type.Object(
  {
    refusals: Type.Array(CabalRefusal),
    has_more: Type.Boolean({ description: 'Whether there are older ones than `limit` allows.' }),
  },
  { $id: 'CabalRefusalList' },
);
export type CabalRefusalList = Static<typeof CabalRefusalList>;

export const CabalAuthorBoard = Type.Object(
  { board: Type.String(), posts: Type.Integer() },
  { $id: 'CabalAuthorBoard' },
);

export const CabalProperty = Type.Object(
  {
    key: Type.String(),
    value: Type.String({ description: 'Text, or bytes in hexadecimal behind `0x`; at most 500 characters.' }),
  },
  { $id: 'CabalProperty' },
);

export const CabalAuthor = Type.Object(
  {
    author: authorKey(),
    name: nullable(Type.String({ description: 'The latest one.' })),
    info: Type.Array(CabalProperty, { description: 'The other properties of the author’s latest info.' }),
    is_moderator: Type.Boolean(),
    boards: Type.Array(CabalAuthorBoard, { description: 'Posts on boards, which a block purges.' }),
    others: Type.Integer({
      description: 'Joins, leaves, topics, names, deletes and unpublished texts, which a block drops.',
    }),
    is_blocked: Type.Boolean(),
  },
  { $id: 'CabalAuthor' },
);
export type CabalAuthor = Static<typeof CabalAuthor>;

export const BlockCabalAuthor = Type.Object(
  {
    author: authorKey(),
    reason: Type.Optional(Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$', description: 'For the audit log.' })),
  },
  { $id: 'BlockCabalAuthor' },
);
export type BlockCabalAuthor = Static<typeof BlockCabalAuthor>;

export const AppointModerator = Type.Object({ author: authorKey() }, { $id: 'AppointModerator' });
export type AppointModerator = Static<typeof AppointModerator>;

export const BlockedCabalAuthor = Type.Object(
  {
    purged: Type.Integer({ description: 'Posts of boards that this step has purged.' }),
    dropped: Type.Integer({ description: 'Other posts that it has dropped.' }),
    left: Type.Integer({ description: 'Posts of boards that are left: repeat the request until there are none.' }),
  },
  { $id: 'BlockedCabalAuthor' },
);
export type BlockedCabalAuthor = Static<typeof BlockedCabalAuthor>;
