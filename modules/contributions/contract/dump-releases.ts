/** Signed releases of clients, and the keys of those who release them. */
import { Type, type Static } from 'typebox';
import { databaseId } from '../../../mappings/contract/database-id.ts';
import { RELEASE_SCOPES } from '../format/release-scopes.ts';
import { nullable } from '../../../mappings/contract/nullable.ts';
import { clientName, clientVersion, TRUST_LEVELS } from './dump-list.ts';

const time = () => Type.String({ format: 'date-time' });
const key = () =>
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    maxLength: 64,
    description: 'Public key (Ed25519) that signs releases, in hexadecimal.',
  });
const reason = () => Type.Optional(nullable(Type.String({ maxLength: 500, description: 'For the audit log.' })));
const trust = () => Type.Unsafe<'full' | 'lesser' | null>({ type: ['string', 'null'], enum: [...TRUST_LEVELS, null] });

const scope = () =>
  Type.Unsafe<(typeof RELEASE_SCOPES)[number]>({
    type: 'string',
    enum: [...RELEASE_SCOPES],
    description:
      'known: for contributors whose key is trusted with any version of the client. anybody: for every signed dump that states the release, also of strangers, who can state it falsely.',
  });

export const ReleaseKey = Type.Object(
  {
    key: key(),
    name: Type.String({ minLength: 1, maxLength: 80, pattern: '^[^\\x00]*$', description: 'Whose key it is.' }),
    added_by: Type.String(),
    added_at: time(),
  },
  { $id: 'ReleaseKey' },
);

export const DumpRelease = Type.Object(
  {
    id: Type.Integer(),
    client: clientName(),
    version: clientVersion(),
    digest: Type.String({ description: 'SHA-256 of the list of the released files, in hexadecimal.' }),
    key: key(),
    key_name: Type.String(),
    stated_at: time(),
    dumps: Type.Integer({ description: 'Dumps for which a contributor has stated it; at most 10,000 are counted.' }),
    trust: trust(),
    scope: scope(),
    decided_by: nullable(Type.String()),
    decided_at: nullable(time()),
  },
  {
    $id: 'DumpRelease',
    description: 'A release that contributors claim to run. Its signature by a listed key is right.',
  },
);
export type DumpRelease = Static<typeof DumpRelease>;

export const DumpReleaseList = Type.Object(
  { keys: Type.Array(ReleaseKey), releases: Type.Array(DumpRelease, { description: 'The newest 200.' }) },
  { $id: 'DumpReleaseList' },
);
export type DumpReleaseList = Static<typeof DumpReleaseList>;

export const ReleaseTrust = Type.Object(
  { release: databaseId(), trust: trust(), scope: Type.Optional(scope()), reason: reason() },
  { $id: 'ReleaseTrust' },
);
export type ReleaseTrust = Static<typeof ReleaseTrust>;

export const AddReleaseKey = Type.Object(
  { key: key(), name: ReleaseKey.properties.name, reason: reason() },
  { $id: 'AddReleaseKey' },
);
export type AddReleaseKey = Static<typeof AddReleaseKey>;

export const ReleaseKeyPath = Type.Object({ key: key() });
