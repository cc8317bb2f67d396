/**
 * Who sees which field of the answers to staff: the one table, by schema of the contract, beside server/http/access.ts, which says who may use
 * a route. A route whose answer has a field that the table does not name cannot be registered, and no route for readers may answer with one of
 * these schemas. What is left out of answers, and what the OpenAPI document says of it, is made from the table.
 */
import { hasRole, ROLES, type Role, type RoleOnBoard } from '../../mappings/roles.ts';

/**
 * own    every account, and what comes before one: who signs in or accepts an invitation
 * a role on the board that the object names in `board`; without such a field, on any board
 * all    admins of all boards
 */
export type FieldReader = 'own' | Role | 'all';

const READERS: readonly FieldReader[] = ['own', ...ROLES, 'all'];

export type SchemaFields = Readonly<Partial<Record<FieldReader, string>>>;

const TASK =
  'id kind board status paused cancelling step progress details error requested_by enqueued_at started_at finished_at duration_ms';

/**
 * Names of fields, separated by spaces. Who may use the route sees the fields of a schema's lowest reader; the others are restricted: left out of
 * answers to whom they are not for, and therefore optional in the contract.
 */
export const FIELDS: Readonly<Record<string, SchemaFields>> = {
  AcceptedInvitation: { own: 'name' },
  AddedBans: { moderator: 'ids' },
  AddedFilter: { admin: 'id' },
  AddedKey: { all: 'key expires_at' },
  AdminBoard: {
    janitor:
      'name title worksafe unlisted posts documents dirty_threads lag_seconds quarantined drift verified_at last_scrape harvest outdated rollback indices tasks',
  },
  AdminBoardList: { janitor: 'boards epoch mapping_version' },
  AppliedFilter: { admin: 'posts next' },
  AuditAddress: { all: 'address' },
  AuditEntry: { moderator: 'id at actor session action board target reason before emptied', all: 'has_address' },
  AuditList: { moderator: 'entries next' },
  Ban: {
    moderator: 'id board post reason reason_shown banned_by created_at expires_at lifted_at lifted_by appeals',
  },
  BanAppeal: { moderator: 'id text written_at decided_at decided_by granted answer' },
  BanList: { moderator: 'bans next' },
  BannedFile: { moderator: 'hash reason banned_by banned_at has_picture' },
  BannedFileList: { moderator: 'files next' },
  BlockedAuthor: { all: 'author blocked_by blocked_at reason' },
  BlockedCabalAuthor: { all: 'purged dropped left' },
  BoardDefaults: { all: 'revision settings unknown' },
  BoardRemoval: { all: 'board posts hidden threads files reported_posts bans filters accounts removable' },
  ManagedBoard: { admin: 'name title worksafe unlisted' },
  BoardIndex: { janitor: 'name slice state state_since mapping_version has_documents documents bytes' },
  BoardSetting: {
    admin: 'name kind value default default_from in_force can_be_none needs meaning unit minimum maximum problem',
  },
  BoardSettings: { admin: 'board revision settings unknown held' },
  BulkAction: {
    moderator: 'id action query reason boards posts elsewhere left done created_by created_at confirmed_at undone_at',
  },
  BulkActionList: { moderator: 'actions next' },
  BulkActionStep: { moderator: 'posts left' },
  Cabal: { all: 'id layout is_running posts bytes channels addresses peers blocked' },
  CabalAddress: { all: 'url is_encrypted' },
  CabalAuthor: { all: 'author name boards others is_blocked' },
  CabalAuthorBoard: { all: 'board posts' },
  CabalChannel: { all: 'board channel posts' },
  CabalList: { all: 'cabals' },
  CabalPeer: { all: 'peer is_dialled is_encrypted since requests posts strikes' },
  CabalRefusal: { all: 'peer reason detail times first_seen last_seen' },
  CabalRefusalList: { all: 'refusals has_more' },
  ChangedReports: { janitor: 'posts' },
  ChosenBulkAction: { moderator: 'action samples' },
  CleanResult: { moderator: 'dumps left' },
  DumpActionResult: { moderator: 'done refused' },
  DumpOffer: { moderator: 'id sha256 md5 size type state detail post has_thumbnail asked_at changed_at' },
  DumpOfferList: { moderator: 'offers next' },
  DumpTrust: { moderator: 'contributor client version trust given_by given_at' },
  DumpTrustList: { moderator: 'trust' },
  FailedDump: { moderator: 'id state problem received_at' },
  FailedDumpList: { moderator: 'dumps' },
  Filter: {
    moderator:
      'id board kind pattern files fields action note created_by created_at tried_at tried_posts tried_matches enabled_at problem hidden held refused',
  },
  FilterList: { moderator: 'filters' },
  HarvestRefusal: { admin: 'board url thread reason entries sample times first_seen last_seen' },
  HarvestRefusalList: { admin: 'refusals has_more' },
  HeldCounts: { admin: 'posts threads files' },
  Invitation: { all: 'path expires_at' },
  KeptAddresses: { moderator: 'addresses' },
  KeyList: { all: 'keys' },
  ListedKey: { all: 'name scopes roles per_minute created_at expires_at last_used_at' },
  Moderated: { moderator: 'posts' },
  ModeratedPosts: { moderator: 'posts' },
  NearFile: { moderator: 'distance board num subnum posts elsewhere' },
  NearFileList: { moderator: 'files' },
  OwnAccount: { own: 'name created_at totp' },
  // Samples are of boards that the account moderates.
  PostSample: { moderator: 'board num subnum thread posted_at name subject excerpt' },
  Quarantine: { all: 'documents total next' },
  QuarantinedDocument: { all: 'board thread num subnum index reason since' },
  RecoveryCodes: { own: 'recovery_codes' },
  ReportQueue: { janitor: 'posts total' },
  ReportedPost: {
    janitor:
      'board num subnum opened_at last_reported_at networks categories reports notes held closed_at closed_by hidden post',
  },
  RetriedQuarantine: { all: 'documents' },
  RoleOnBoard: { own: 'role board' },
  RevertedChanges: { moderator: 'reverted withdrawn dumps untrusted left' },
  Session: { own: 'account' },
  StaffAccount: { all: 'name state roles totp totp_required created_at last_seen' },
  StaffAccountList: { all: 'accounts' },
  StaffDump: { moderator: 'details state problem xml' },
  StartedTasks: { admin: 'tasks' },
  // Boards list their tasks; row security leaves the list empty for all but admins.
  Task: { janitor: TASK },
  TaskList: { admin: 'tasks next' },
  TotpSetup: { own: 'secret uri' },
  TriedFilter: { admin: 'posts matches samples next' },
  UndoneFilter: { admin: 'posts left' },
  UndoneSettings: { admin: 'settings' },
};

/** Schemas that readers get too, with the same fields for everybody. */
const OF_READERS: readonly string[] = [
  'Post',
  'Problem',
  'Identity',
  'IdentityAlias',
  'IdentityList',
  'ContributedDump',
  'DumpList',
  'DumpDetails',
  'DumpChange',
  'DumpChangeList',
  'DumpTrack',
  'DumpContributor',
  'DumpLogEntry',
  'FileFacts',
];

type Json = Readonly<Record<string, unknown>>;
type FindSchema = (name: string) => unknown;

/** A field of an answer that not everybody sees who may use the route. */
export interface RestrictedField {
  /** To the object that has the field; `*` stands for every element of an array. */
  readonly path: readonly string[];
  readonly field: string;
  readonly reader: FieldReader;
}

/** The fields of a schema with the reader of each. */
export function fieldsOf(schema: string): ReadonlyMap<string, FieldReader> | null {
  const readers = Object.hasOwn(FIELDS, schema) ? FIELDS[schema] : undefined;
  if (readers === undefined) return null;
  const named = (reader: FieldReader) => readers[reader]?.split(' ').map((name) => [name, reader] as const) ?? [];
  return new Map(READERS.flatMap((reader) => named(reader)));
}

/** Whether the table restricts this field more than the others of its schema. */
export function restrictionOf(schema: string, field: string): FieldReader | null {
  const fields = fieldsOf(schema);
  const reader = fields?.get(field);
  const lowest = READERS.find((one) => fields !== null && [...fields.values()].includes(one));
  return reader === undefined || reader === lowest ? null : reader;
}

/**
 * Checks the answer of a route for staff against the table, and returns what has to be left out for some of them.
 * @throws Error for a schema or field that the table does not name, or has too many of
 */
export function restrictedFields(answer: unknown, find: FindSchema): readonly RestrictedField[] {
  const found: RestrictedField[] = [];
  visit(
    answer,
    [],
    [],
    (name, properties, path) => {
      if (OF_READERS.includes(name)) return false;
      const fields = fieldsOf(name);
      if (fields === null) throw new Error(`server/http/fields.ts does not name the schema ${name}`);
      for (const field of Object.keys(properties)) {
        if (!fields.has(field)) throw new Error(`server/http/fields.ts does not say who sees ${field} of ${name}`);
        const reader = restrictionOf(name, field);
        if (reader !== null) found.push({ path, field, reader });
      }
      const unknown = [...fields.keys()].find((field) => !Object.hasOwn(properties, field));
      if (unknown !== undefined) throw new Error(`${name} has no field ${unknown}, which server/http/fields.ts names`);
      return true;
    },
    find,
  );
  return found;
}

/** @throws Error for an answer to readers that has a schema of staff */
export function assertForReaders(answer: unknown, find: FindSchema): void {
  visit(
    answer,
    [],
    [],
    (name) => {
      if (fieldsOf(name) !== null)
        throw new Error(`${name} is an answer to staff, and no route for readers may give it`);
      return true;
    },
    find,
  );
}

/** Calls `onSchema` for every shared schema that a schema refers to; what it returns says whether to look inside. */
function visit(
  schema: unknown,
  path: readonly string[],
  above: readonly string[],
  onSchema: (name: string, properties: Json, path: readonly string[]) => boolean,
  find: FindSchema,
): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { $ref, properties, items, anyOf, content } = schema as Json & { readonly $ref?: unknown };
  if (typeof $ref === 'string') {
    const [name = ''] = $ref.split('#');
    if (above.includes(name)) return;
    const shared = find(name) as Json | undefined;
    if (!onSchema(name, (shared?.['properties'] ?? {}) as Json, path)) return;
    visit(shared, path, [...above, name], onSchema, find);
  }
  for (const [name, value] of Object.entries((properties ?? {}) as Json)) {
    visit(value, [...path, name], above, onSchema, find);
  }
  visit(items, [...path, '*'], above, onSchema, find);
  for (const one of Array.isArray(anyOf) ? anyOf : []) visit(one, path, above, onSchema, find);
  for (const one of Object.values((content ?? {}) as Json)) visit((one as Json)['schema'], path, above, onSchema, find);
}

/** The answer without the fields that these roles do not see. */
export function withoutRestricted(
  answer: unknown,
  restricted: readonly RestrictedField[],
  roles: readonly RoleOnBoard[],
): unknown {
  return restricted.reduce((left, { path, field, reader }) => without(left, path, field, reader, roles), answer);
}

function without(
  value: unknown,
  [step, ...rest]: readonly string[],
  field: string,
  reader: FieldReader,
  roles: readonly RoleOnBoard[],
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (step === '*') {
    return Array.isArray(value) ? value.map((one: unknown) => without(one, rest, field, reader, roles)) : value;
  }
  if (step !== undefined) {
    return Object.hasOwn(value, step)
      ? { ...value, [step]: without((value as Json)[step], rest, field, reader, roles) }
      : value;
  }
  return sees(reader, roles, (value as Json)['board']) ? value : { ...value, [field]: undefined };
}

/** `board`: the name of the board that the object is about, if it is about one. */
function sees(reader: FieldReader, roles: readonly RoleOnBoard[], board: unknown): boolean {
  if (reader === 'own') return true;
  if (reader === 'all') return hasRole(roles, 'admin', 'all');
  return hasRole(roles, reader, typeof board === 'string' ? { board } : 'any');
}
