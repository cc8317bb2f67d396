/** Moderation of contributed dumps, of the changes that they request, and of files that contributors upload. */
import { Type, type Static } from 'typebox';
import { DUMP_CHANGE_ACTIONS, OFFER_STATES } from '../format/changes.ts';
import { DUMP_ACTIONS, DUMP_STATES } from '../format/states.ts';
import { databaseId } from '../../../mappings/contract/database-id.ts';
import {
  clientName,
  clientVersion,
  contributorKey,
  DumpDetails,
  DumpPost,
  dumpState,
  TRUST_LEVELS,
  trustLevel,
} from './dump-list.ts';
import { nullable } from '../../../mappings/contract/nullable.ts';

const ids = () => Type.Array(databaseId(), { minItems: 1, maxItems: 100, uniqueItems: true });
const reason = () => Type.Optional(nullable(Type.String({ maxLength: 500, description: 'For the audit log.' })));
const time = () => Type.String({ format: 'date-time' });
const action = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: values, description });

export const DumpAction = Type.Object(
  {
    action: action(
      DUMP_ACTIONS,
      'unlock: the used dump of the file steps back for an hour. reset: handle it again. smite: it is invalid. ' +
        'forget: smitten for ever. trust: handle it as if it were fully trusted. delete: remove it.',
    ),
    dumps: ids(),
    reason: reason(),
  },
  { $id: 'DumpAction' },
);
export type DumpAction = Static<typeof DumpAction>;

export const DumpChangeAction = Type.Object(
  {
    action: action(
      DUMP_CHANGE_ACTIONS,
      'stop: it is not granted by itself. grant: now. refuse: never. revert: what was granted is as it was before.',
    ),
    changes: ids(),
    reason: reason(),
  },
  { $id: 'DumpChangeAction' },
);
export type DumpChangeAction = Static<typeof DumpChangeAction>;

export const DumpActionResult = Type.Object(
  {
    done: Type.Array(Type.Integer()),
    refused: Type.Array(Type.Object({ id: Type.Integer(), detail: Type.String() })),
  },
  { $id: 'DumpActionResult', description: 'Each is done or refused by itself.' },
);
export type DumpActionResult = Static<typeof DumpActionResult>;

export const RevertedClient = Type.Object(
  { client: clientName(), version: clientVersion(), reason: reason() },
  {
    $id: 'RevertedClient',
    description:
      'Every change of this client and version is taken back or withdrawn, its used dumps become new, and nobody is trusted with it.',
  },
);
export type RevertedClient = Static<typeof RevertedClient>;

export const RevertedChanges = Type.Object(
  {
    reverted: Type.Integer({ description: 'Granted changes that were taken back.' }),
    withdrawn: Type.Integer({ description: 'Requests that were waiting.' }),
    dumps: Type.Integer({ description: 'Used dumps that are new again.' }),
    untrusted: Type.Integer({ description: 'Contributors who are trusted with it no more.' }),
    left: Type.Boolean({ description: 'Whether there are more: ask again.' }),
  },
  { $id: 'RevertedChanges' },
);
export type RevertedChanges = Static<typeof RevertedChanges>;

export const CleanedDumps = Type.Object(
  {
    client: Type.Optional(clientName()),
    version: Type.Optional(clientVersion()),
    states: Type.Array(dumpState(), {
      minItems: 1,
      maxItems: Object.keys(DUMP_STATES).length,
      description: 'Used dumps are never cleaned: revert or unlock them first.',
    }),
    reason: reason(),
  },
  { $id: 'CleanedDumps', description: 'Deletes dumps in these states, of a client and version if they are given.' },
);
export type CleanedDumps = Static<typeof CleanedDumps>;

export const CleanResult = Type.Object(
  {
    dumps: Type.Integer({ description: 'That were deleted.' }),
    left: Type.Boolean({ description: 'Whether there are more: ask again.' }),
  },
  { $id: 'CleanResult' },
);
export type CleanResult = Static<typeof CleanResult>;

export const DumpTrust = Type.Object(
  {
    contributor: contributorKey(),
    client: clientName(),
    version: clientVersion(),
    trust: trustLevel(),
    given_by: Type.String(),
    given_at: time(),
  },
  { $id: 'DumpTrust' },
);
export type DumpTrust = Static<typeof DumpTrust>;

export const DumpTrustList = Type.Object({ trust: Type.Array(DumpTrust) }, { $id: 'DumpTrustList' });
export type DumpTrustList = Static<typeof DumpTrustList>;

export const GivenTrust = Type.Object(
  {
    contributor: contributorKey(),
    client: clientName(),
    version: clientVersion(),
    trust: Type.Unsafe<'full' | 'lesser' | null>({
      type: ['string', 'null'],
      enum: [...TRUST_LEVELS, null],
      description: 'null takes it away.',
    }),
    reason: reason(),
  },
  { $id: 'GivenTrust' },
);
export type GivenTrust = Static<typeof GivenTrust>;

export const StaffDump = Type.Object(
  {
    details: nullable(DumpDetails),
    state: dumpState(),
    problem: nullable(Type.String({ description: 'What was wrong with a dump that could not be handled.' })),
    xml: Type.String({ description: 'The dump, as it is stored.' }),
  },
  { $id: 'StaffDump' },
);
export type StaffDump = Static<typeof StaffDump>;

export const FailedDump = Type.Object(
  { id: Type.Integer(), state: dumpState(), problem: nullable(Type.String()), received_at: time() },
  { $id: 'FailedDump', description: 'What was opened and not understood: kept for who mends the client.' },
);

export const FailedDumpList = Type.Object(
  { dumps: Type.Array(FailedDump, { description: 'The newest first; at most 1000 are kept.' }) },
  { $id: 'FailedDumpList' },
);
export type FailedDumpList = Static<typeof FailedDumpList>;

export const DumpOffer = Type.Object(
  {
    id: Type.Integer(),
    sha256: Type.String(),
    md5: Type.String(),
    size: Type.Integer(),
    type: Type.String(),
    state: action(
      OFFER_STATES,
      'asked: the archive would like the file. uploaded: it waits for its checks. quarantined: it waits for a moderator. ' +
        'accepted: it is being stored. stored: it is here. refused: by the checks or by a moderator.',
    ),
    detail: nullable(Type.String({ description: 'Why it was refused.' })),
    post: Type.Union([Type.Object(DumpPost.properties), Type.Null()], {
      description: 'The newest visible post that shows the file.',
    }),
    has_thumbnail: Type.Boolean({
      description: 'A file in quarantine has one at …/offers/{id}/thumbnail: drawn anew by the archive, of pictures.',
    }),
    asked_at: time(),
    changed_at: time(),
  },
  { $id: 'DumpOffer', description: 'A missing file that a contributor would hand over.' },
);
export type DumpOffer = Static<typeof DumpOffer>;

export const DumpOfferList = Type.Object(
  { offers: Type.Array(DumpOffer), next: nullable(Type.Integer()) },
  { $id: 'DumpOfferList' },
);
export type DumpOfferList = Static<typeof DumpOfferList>;

export const DumpOfferQuery = Type.Object({
  state: Type.Optional(action(OFFER_STATES, 'Only these.')),
  before: Type.Optional(databaseId()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
});

export const DecidedOffers = Type.Object(
  { action: action(['accept', 'refuse'], 'Of files in quarantine.'), offers: ids(), reason: reason() },
  { $id: 'DecidedOffers' },
);
export type DecidedOffers = Static<typeof DecidedOffers>;

/** For contributors: files that the archive requests. */
export const WantedFile = Type.Object(
  { sha256: Type.String(), size: Type.Integer() },
  { $id: 'WantedFile', description: 'A file that you offered and that the archive would like to have.' },
);

export const WantedFileList = Type.Object(
  {
    files: Type.Array(WantedFile, {
      description: 'The oldest first; at most 1000. Send each with PUT /api/v1/dumps/files/{sha256}.',
    }),
  },
  { $id: 'WantedFileList' },
);
export type WantedFileList = Static<typeof WantedFileList>;

export const WantedFileQuery = Type.Object({ contributor: contributorKey() });
export const OfferedFilePath = Type.Object({ sha256: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 }) });

export const OfferTaken = Type.Object(
  { state: action(['uploaded'], 'It is checked, and then waits for a moderator.') },
  { $id: 'OfferTaken' },
);
