/** Posts are signed records. Hash and signature cover the received bytes, so those are stored and never encoded again. */
import { CableError } from '../cable-error.ts';
import { ByteReader, ByteWriter, decodeShortText } from './bytes.ts';
import type { Layout } from './layout.ts';
import * as limits from './limits.ts';

/** The type numbers in the protocol. */
export const POST_TYPES = {
  text: 0,
  delete: 1,
  info: 2,
  topic: 3,
  join: 4,
  leave: 5,
  role: 6,
  moderation: 7,
  block: 8,
  unblock: 9,
} as const;

interface PostHeader {
  readonly publicKey: Buffer;
  readonly signature: Buffer;
  readonly links: readonly Buffer[];
  /** Milliseconds since 1970, claimed by the author. */
  readonly timestamp: number;
}

interface Reasoned {
  readonly reason: string;
  readonly privacy: 0 | 1;
}

export type PostBody =
  | { readonly type: 'text'; readonly channel: string; readonly text: string }
  | { readonly type: 'delete'; readonly hashes: readonly Buffer[] }
  | { readonly type: 'info'; readonly info: readonly (readonly [key: string, value: Buffer])[] }
  | { readonly type: 'topic'; readonly channel: string; readonly topic: string }
  | { readonly type: 'join' | 'leave'; readonly channel: string }
  | (Reasoned & { readonly type: 'role'; readonly channel: string; readonly recipient: Buffer; readonly role: number })
  | (Reasoned & {
      readonly type: 'moderation';
      readonly channel: string;
      readonly recipients: readonly Buffer[];
      readonly action: number;
    })
  | (Reasoned & {
      readonly type: 'block';
      readonly recipients: readonly Buffer[];
      readonly drop: 0 | 1;
      readonly notify: 0 | 1;
    })
  | (Reasoned & { readonly type: 'unblock'; readonly recipients: readonly Buffer[]; readonly undrop: 0 | 1 });

export type CablePost = PostHeader & PostBody;

/** The offset of the signed part. */
export const SIGNED_FROM = limits.KEY_BYTES + limits.SIGNATURE_BYTES;

const NAMES = Object.keys(POST_TYPES) as (keyof typeof POST_TYPES)[];

/** Moderation actions on a whole channel. They have no recipients. */
const CHANNEL_ACTIONS = new Set([6, 7]);
const MAX_ACTION = 7;
const MAX_ROLE = 2;

/** Does not check the signature. @throws CableError */
export function decodePost(bytes: Buffer, layout: Layout): CablePost {
  if (bytes.length > limits.MAX_POST_BYTES)
    throw new CableError('limit', `a post of ${bytes.length} bytes is too long`);
  const reader = new ByteReader(bytes);
  const publicKey = reader.take(limits.KEY_BYTES);
  const signature = reader.take(limits.SIGNATURE_BYTES);
  const links = reader.list(limits.HASH_BYTES, limits.MAX_LINKS, 'links');
  const number = reader.varint();
  const timestamp = reader.varint();
  const type = NAMES[number];
  if (type === undefined) throw new CableError('type', `unknown post type ${number}`);
  const body = readBody(reader, type, layout);
  reader.end();
  return { publicKey, signature, links, timestamp, ...body };
}

function readBody(reader: ByteReader, type: keyof typeof POST_TYPES, layout: Layout): PostBody {
  switch (type) {
    case 'text':
      return { type, channel: readChannel(reader, 1), text: reader.text(limits.MAX_TEXT_BYTES, 'the text') };
    case 'delete':
      return { type, hashes: reader.list(limits.HASH_BYTES, limits.MAX_DELETES, 'deleted hashes') };
    case 'info':
      return { type, info: readInfo(reader, layout) };
    case 'topic':
      return { type, channel: readChannel(reader, 1), topic: reader.shortText(0, limits.MAX_TOPIC, 'the topic') };
    case 'join':
    case 'leave':
      return { type, channel: readChannel(reader, 1) };
    case 'role':
      return {
        type,
        ...readReason(reader),
        channel: readChannel(reader, 0),
        recipient: reader.take(limits.KEY_BYTES),
        role: reader.count(MAX_ROLE, 'the role'),
      };
    case 'moderation':
      return readModeration(reader);
    case 'block':
      return {
        type,
        ...readReason(reader),
        recipients: readRecipients(reader, 1),
        drop: reader.flag('drop'),
        notify: reader.flag('notify'),
      };
    case 'unblock':
      return { type, ...readReason(reader), recipients: readRecipients(reader, 1), undrop: reader.flag('undrop') };
  }
}

function readChannel(reader: ByteReader, least: 0 | 1): string {
  return reader.shortText(least, limits.MAX_CHANNEL, 'the channel name');
}

function readReason(reader: ByteReader): Reasoned {
  return { reason: reader.shortText(0, limits.MAX_REASON, 'the reason'), privacy: reader.flag('privacy') };
}

function readRecipients(reader: ByteReader, least: 0 | 1): Buffer[] {
  const recipients = reader.list(limits.KEY_BYTES, limits.MAX_RECIPIENTS, 'recipients');
  if (recipients.length < least) throw new CableError('form', 'a post has no recipients');
  return recipients;
}

function readModeration(reader: ByteReader): PostBody {
  const reason = readReason(reader);
  const channel = readChannel(reader, 0);
  const recipients = readRecipients(reader, 0);
  const action = reader.count(MAX_ACTION, 'the action');
  if ((recipients.length === 0) !== CHANNEL_ACTIONS.has(action))
    throw new CableError('form', `moderation action ${action} must not have ${recipients.length} recipients`);
  return { type: 'moderation', ...reason, channel, recipients, action };
}

function readInfo(reader: ByteReader, layout: Layout): (readonly [string, Buffer])[] {
  const info: (readonly [string, Buffer])[] = [];
  const counted = layout === 'draft8' ? reader.count(limits.MAX_INFO_KEYS, 'keys of an info post') : null;
  for (;;) {
    if (info.length === counted) return info;
    const keyBytes = reader.count(4 * limits.MAX_INFO_KEY, 'a key of an info post');
    if (keyBytes === 0 && counted === null) return info;
    if (info.length >= limits.MAX_INFO_KEYS) throw new CableError('limit', 'an info post has too many keys');
    const key = decodeShortText(reader.take(keyBytes), 1, limits.MAX_INFO_KEY, 'a key of an info post');
    const value = reader.take(reader.count(limits.MAX_TEXT_BYTES, 'a value of an info post'));
    assertInfo(key, value, info);
    info.push([key, value]);
  }
}

function assertInfo(key: string, value: Buffer, before: readonly (readonly [string, Buffer])[]): void {
  if (before.some(([known]) => known === key)) throw new CableError('form', 'an info post contains a key twice');
  // Values of other keys can be any bytes.
  if (key === 'name') nameIn(value);
}

/** Decodes the value of the key `name` of an info post. @throws CableError */
export function nameIn(value: Buffer): string {
  return decodeShortText(value, 1, limits.MAX_NAME, 'a name');
}

/** Encodes the signed part of a post. */
export function encodeSigned(post: Pick<PostHeader, 'links' | 'timestamp'> & PostBody, layout: Layout): Buffer {
  const writer = new ByteWriter();
  writer.list(post.links).varint(POST_TYPES[post.type]).varint(post.timestamp);
  writeBody(writer, post, layout);
  return writer.bytes();
}

export function encodePost(post: CablePost, layout: Layout): Buffer {
  return Buffer.concat([post.publicKey, post.signature, encodeSigned(post, layout)]);
}

function writeBody(writer: ByteWriter, post: PostBody, layout: Layout): void {
  switch (post.type) {
    case 'text':
      writer.text(post.channel).text(post.text);
      return;
    case 'delete':
      writer.list(post.hashes);
      return;
    case 'info':
      if (layout === 'draft8') writer.varint(post.info.length);
      for (const [key, value] of post.info) writer.text(key).varint(value.length).raw(value);
      if (layout === 'deployed') writer.varint(0);
      return;
    case 'topic':
      writer.text(post.channel).text(post.topic);
      return;
    case 'join':
    case 'leave':
      writer.text(post.channel);
      return;
    case 'role':
      writer.text(post.reason).varint(post.privacy).text(post.channel).raw(post.recipient).varint(post.role);
      return;
    case 'moderation':
      writer.text(post.reason).varint(post.privacy).text(post.channel).list(post.recipients).varint(post.action);
      return;
    case 'block':
      writer.text(post.reason).varint(post.privacy).list(post.recipients).varint(post.drop).varint(post.notify);
      return;
    case 'unblock':
      writer.text(post.reason).varint(post.privacy).list(post.recipients).varint(post.undrop);
      return;
  }
}
