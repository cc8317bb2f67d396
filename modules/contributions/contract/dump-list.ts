/** Contributed dumps, the files that they describe, the changes that they request, and their contributors, as `/dumps` shows them. */
import { Type, type Static } from 'typebox';
import { DUMP_CHANGE_STATES } from '../format/changes.ts';
import { DUMP_FIELDS, JUDGEMENT_REASONS } from '../format/judge.ts';
import { DUMP_STATES, type DumpState } from '../format/states.ts';
import { databaseId } from '../../../mappings/contract/database-id.ts';
import { nullable } from '../../../mappings/contract/nullable.ts';

const literals = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: values, ...(description !== undefined && { description }) });

const literalsOrNull = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T | null>({
    type: ['string', 'null'],
    enum: [...values, null],
    ...(description !== undefined && { description }),
  });

const STATE_NAMES = Object.keys(DUMP_STATES) as DumpState[];

export const TRUST_LEVELS = ['full', 'lesser'] as const;

export const dumpState = () => literals(STATE_NAMES, 'docs/DUMPS.md explains each state.');
export const trustLevel = () =>
  literals(
    TRUST_LEVELS,
    'full: every field. lesser: hashes of the file and duration, while no fully trusted dump is used.',
  );
export const contributorKey = () =>
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    maxLength: 64,
    description: 'Public key (Ed25519) of the contributor, in hexadecimal.',
  });
export const clientName = () => Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._\\-]{0,31}$', maxLength: 32 });
export const clientVersion = () => Type.String({ pattern: '^[0-9]{1,6}(\\.[0-9]{1,6}){0,3}$', maxLength: 27 });

const time = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) });
const hex = (digits: number, description?: string) =>
  Type.String({
    pattern: `^[0-9a-f]{${digits}}$`,
    maxLength: digits,
    ...(description !== undefined && { description }),
  });
const page = {
  before: Type.Optional(databaseId('`next` of the page before.')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
};

export const DumpPost = Type.Object(
  { board: Type.String(), num: Type.Integer(), subnum: Type.Integer(), thread: Type.Integer() },
  { $id: 'DumpPost', description: 'The newest visible post that shows or names the file.' },
);

export const ContributedDump = Type.Object(
  {
    id: Type.Integer(),
    state: dumpState(),
    reason: literalsOrNull(
      JUDGEMENT_REASONS,
      'Why the service gave it this state, or left it new. null: it was not looked at yet, or people or an error gave it its state.',
    ),
    client: Type.String(),
    version: Type.String(),
    contributor: nullable({ ...contributorKey(), description: 'Who sent it first; null if nobody signed it.' }),
    confirmations: Type.Integer({ description: 'Other contributors who sent the same dump.' }),
    received_at: time(),
    changed_at: time('Of its state.'),
    md5: hex(32, 'Hexadecimal.'),
    sha1: hex(40),
    sha256: hex(64),
    size: Type.Integer(),
    type: Type.String({ description: 'By content: jpg, webm.' }),
    offered: Type.Boolean({ description: 'The contributor would hand over the file.' }),
    mapped: Type.Boolean({ description: 'The file is here, or a post names it.' }),
    stored: Type.Boolean({ description: 'The archive has the file itself.' }),
    verified: Type.Boolean({ description: 'The file has a used dump: this one or another.' }),
    post: Type.Union([Type.Object(DumpPost.properties), Type.Null()]),
    boards: Type.Array(Type.String(), { description: 'With visible posts of the file.' }),
  },
  { $id: 'ContributedDump' },
);
export type ContributedDump = Static<typeof ContributedDump>;

export const DumpList = Type.Object(
  {
    dumps: Type.Array(ContributedDump),
    next: nullable(Type.Integer({ description: 'Value of `before` for the next page.' })),
  },
  { $id: 'DumpList' },
);
export type DumpList = Static<typeof DumpList>;

export const DumpQuery = Type.Object({
  state: Type.Optional(dumpState()),
  client: Type.Optional(clientName()),
  version: Type.Optional(clientVersion()),
  contributor: Type.Optional(contributorKey()),
  type: Type.Optional(Type.String({ pattern: '^[a-z0-9]{1,8}$', maxLength: 8 })),
  board: Type.Optional(
    Type.String({
      pattern: '^[^\\u0000]{1,64}$',
      maxLength: 64,
      description: 'Files that a visible post of this board shows or names.',
    }),
  ),
  verified: Type.Optional(Type.Boolean({ description: 'Whether the file has a used dump.' })),
  unmapped: Type.Optional(
    Type.Boolean({ description: 'Dumps of files that nobody has posted. Only moderators of all boards see any.' }),
  ),
  hash: Type.Optional(
    Type.String({
      pattern: '^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$',
      maxLength: 64,
      description: 'MD5, SHA-1 or SHA-256, in hexadecimal.',
    }),
  ),
  ...page,
});
export type DumpQuery = Static<typeof DumpQuery>;

export const DumpChange = Type.Object(
  {
    id: Type.Integer(),
    dump: nullable(Type.Integer({ description: 'null if the dump was deleted.' })),
    client: Type.String(),
    version: Type.String(),
    md5: hex(32),
    size: Type.Integer(),
    field: literals([...DUMP_FIELDS]),
    before: nullable(Type.String({ description: 'null: the archive did not know.' })),
    after: Type.String(),
    state: literals(
      [...DUMP_CHANGE_STATES],
      'pending: granted 24 hours after it was made. stopped: waits for a moderator. withdrawn: its dump is not used any more.',
    ),
    reason: nullable(Type.String()),
    made_at: time(),
    due_at: nullable(time('When it is granted without anybody, if it is pending.')),
    touched_at: nullable(time('When a moderator or the granter stopped it.')),
    decided_at: nullable(time()),
    decided_by: literalsOrNull(['granter', 'moderator', 'service']),
    applied: Type.Boolean({
      description:
        'The file and its posts say what the state means. What moderators decide is carried out within a minute.',
    }),
    posts: Type.Integer({ description: 'Posts that it changed.' }),
  },
  { $id: 'DumpChange', description: 'A request to change one field of a file’s record.' },
);
export type DumpChange = Static<typeof DumpChange>;

export const DumpChangeList = Type.Object(
  { changes: Type.Array(DumpChange), next: nullable(Type.Integer()) },
  { $id: 'DumpChangeList' },
);
export type DumpChangeList = Static<typeof DumpChangeList>;

export const DumpChangeQuery = Type.Object({
  state: Type.Optional(literals([...DUMP_CHANGE_STATES])),
  client: Type.Optional(clientName()),
  version: Type.Optional(clientVersion()),
  field: Type.Optional(literals([...DUMP_FIELDS])),
  ...page,
});
export type DumpChangeQuery = Static<typeof DumpChangeQuery>;

export const DumpTrack = Type.Object(
  {
    kind: literals(['video', 'audio', 'text', 'other']),
    codec: Type.String(),
    bitrate: nullable(Type.Integer({ description: 'Bits a second.' })),
    bytes: nullable(Type.Integer({ description: 'Counted bytes of the track in the file; null if nobody counted.' })),
    duration: nullable(Type.Integer({ description: 'Milliseconds.' })),
    width: nullable(Type.Integer()),
    height: nullable(Type.Integer()),
  },
  { $id: 'DumpTrack' },
);

export const FileFacts = Type.Object(
  Object.fromEntries(DUMP_FIELDS.map((field) => [field, nullable(Type.String())])) as Record<
    (typeof DUMP_FIELDS)[number],
    ReturnType<typeof nullable<ReturnType<typeof Type.String>>>
  >,
  {
    $id: 'FileFacts',
    description: 'Fields of a file as text; null for what is not known. `duration` in milliseconds.',
  },
);
export type FileFacts = Static<typeof FileFacts>;

export const DumpContributor = Type.Object(
  {
    contributor: contributorKey(),
    sent_at: time(),
    trust: literalsOrNull(TRUST_LEVELS),
    release: nullable(
      Type.String({
        description:
          'Digest of the signed release of the client that the contributor claims to run. Nothing proves that he runs it.',
      }),
    ),
  },
  {
    $id: 'DumpContributor',
    description: 'Who sent a dump, when, and how far this archive trusts them with its client and version.',
  },
);

export const DumpLogEntry = Type.Object(
  {
    at: time(),
    actor: literals(['door', 'service', 'site', 'moderator']),
    from: literalsOrNull(STATE_NAMES),
    to: dumpState(),
    reason: nullable(Type.String()),
  },
  { $id: 'DumpLogEntry' },
);

export const DumpDetails = Type.Object(
  {
    dump: ContributedDump,
    says: FileFacts,
    container: nullable(Type.String()),
    tracks: Type.Array(DumpTrack),
    contributors: Type.Array(DumpContributor, { description: 'In the order in which they sent it.' }),
    changes: Type.Array(DumpChange),
    log: Type.Array(DumpLogEntry, { description: 'Its states, the newest first.' }),
  },
  { $id: 'DumpDetails' },
);
export type DumpDetails = Static<typeof DumpDetails>;

export const DumpedFileQuery = Type.Object({
  sha256: Type.Optional(hex(64)),
  md5: Type.Optional(hex(32, 'With `size`, instead of `sha256`.')),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
});
export type DumpedFileQuery = Static<typeof DumpedFileQuery>;

export const UNVERIFIED_REASONS = ['no_dump', 'waiting', ...JUDGEMENT_REASONS, 'reset', 'smitten', 'failed'] as const;

export const DumpedFile = Type.Object(
  {
    md5: hex(32),
    size: Type.Integer(),
    stored: Type.Boolean({ description: 'The archive has the file itself.' }),
    verified_by: nullable(Type.Integer({ description: 'The used dump. null: the file is not verified.' })),
    unverified_because: literalsOrNull(
      UNVERIFIED_REASONS,
      'Of the newest dump of the file; no_dump if there is none. waiting: it is not looked at yet.',
    ),
    facts: FileFacts,
    dumps: Type.Array(ContributedDump, { description: 'The used one first, then the newest; at most 50.' }),
    changes: Type.Array(DumpChange, { description: 'The newest first; at most 50.' }),
  },
  { $id: 'DumpedFile', description: 'What dumps say of a file, and whether one verifies it.' },
);
export type DumpedFile = Static<typeof DumpedFile>;

export const DumpClient = Type.Object(
  { client: Type.String(), version: Type.String(), dumps: Type.Integer(), used: Type.Integer() },
  { $id: 'DumpClient' },
);

export const DumpStatistics = Type.Object(
  {
    states: Type.Array(Type.Object({ state: dumpState(), dumps: Type.Integer() })),
    clients: Type.Array(DumpClient, { description: 'Those with the most dumps first; at most 50.' }),
    contributors: Type.Integer(),
    unmapped: Type.Integer({ description: 'Dumps of files that nobody has posted.' }),
    verified: Type.Integer({ description: 'Files with a used dump.' }),
    changes: Type.Array(Type.Object({ state: literals([...DUMP_CHANGE_STATES]), changes: Type.Integer() })),
    restored: Type.Integer({ description: 'Files that were only described by dumps and are here now.' }),
    at: time('When these numbers were counted: every five minutes.'),
  },
  { $id: 'DumpStatistics' },
);
export type DumpStatistics = Static<typeof DumpStatistics>;

export const ContributorSummary = Type.Object(
  {
    contributor: contributorKey(),
    dumps: Type.Integer(),
    used: Type.Integer(),
    first_sent_at: time(),
    last_sent_at: time(),
    trust: Type.Array(Type.Object({ client: Type.String(), version: Type.String(), trust: trustLevel() })),
  },
  { $id: 'ContributorSummary' },
);
export type ContributorSummary = Static<typeof ContributorSummary>;

export const ContributorPath = Type.Object({ contributor: contributorKey() });
export const DumpPath = Type.Object({ id: databaseId() });

export const ContributorList = Type.Object(
  { contributors: Type.Array(ContributorSummary, { description: 'Those with the most dumps first; at most 100.' }) },
  { $id: 'ContributorList' },
);
export type ContributorList = Static<typeof ContributorList>;
