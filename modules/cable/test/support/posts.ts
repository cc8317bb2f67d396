/** Posts and keys for tests of cable. */
import fc from 'fast-check';
import { encodeSigned, type CablePost, type PostBody } from '../../codec/post.ts';
import { hashOf, signPost, signingKeys, type SigningKeys } from '../../codec/crypto.ts';
import type { Layout } from '../../codec/layout.ts';

export function keysOf(number: number): SigningKeys {
  return signingKeys(Buffer.alloc(32, number));
}

export interface MadePost {
  readonly bytes: Buffer;
  readonly hash: Buffer;
}

export interface PostOptions {
  readonly links?: readonly Buffer[];
  readonly layout?: Layout;
}

/** Returns a signed post in its encoded form. */
export function makePost(
  keys: SigningKeys,
  timestamp: number,
  body: PostBody,
  { links = [], layout = 'deployed' }: PostOptions = {},
): MadePost {
  const bytes = signPost(encodeSigned({ links, timestamp, ...body }, layout), keys);
  return { bytes, hash: hashOf(bytes) };
}

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const bytes64 = fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => Buffer.from(bytes));
const textOf = (minLength: number, maxLength: number) =>
  fc
    .array(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), { minLength, maxLength })
    .map((all) => all.join(''));
const bit = fc.constantFrom(0 as const, 1 as const);
const channel = textOf(1, 64);
const reasoned = { reason: textOf(0, 128), privacy: bit };
const recipients = fc.array(bytes32, { minLength: 1, maxLength: 16 });
const infoKey = textOf(1, 20).filter((key) => key !== 'name');
const info = fc
  .uniqueArray(
    fc.tuple(
      infoKey,
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    ),
    {
      maxLength: 5,
      selector: ([key]) => key,
    },
  )
  .chain((pairs) =>
    fc.option(textOf(1, 32)).map((name) => (name === null ? pairs : [['name', Buffer.from(name)] as const, ...pairs])),
  );

export const anyBody: fc.Arbitrary<PostBody> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), channel, text: textOf(0, 200) }),
  fc.record({ type: fc.constant('delete' as const), hashes: fc.array(bytes32, { maxLength: 5 }) }),
  fc.record({ type: fc.constant('info' as const), info }),
  fc.record({ type: fc.constant('topic' as const), channel, topic: textOf(0, 100) }),
  fc.record({ type: fc.constantFrom('join' as const, 'leave' as const), channel }),
  fc.record({ type: fc.constant('role' as const), ...reasoned, channel, recipient: bytes32, role: fc.nat(2) }),
  fc.record({ type: fc.constant('moderation' as const), ...reasoned, channel, recipients, action: fc.nat(5) }),
  fc.record({ type: fc.constant('block' as const), ...reasoned, recipients, drop: bit, notify: bit }),
  fc.record({ type: fc.constant('unblock' as const), ...reasoned, recipients, undrop: bit }),
);

export const anyPost: fc.Arbitrary<CablePost> = fc
  .record({
    publicKey: bytes32,
    signature: bytes64,
    links: fc.array(bytes32, { maxLength: 4 }),
    timestamp: fc.maxSafeNat(),
    body: anyBody,
  })
  .map(({ body, ...header }) => ({ ...header, ...body }));
