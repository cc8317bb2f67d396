/** Messages: requests and responses. The transport reads the `msg_len` at their beginning (../peer/message-splitter.ts). */
import { CableError } from '../cable-error.ts';
import { ByteReader, ByteWriter, decodeShortText, varintBytes } from './bytes.ts';
import { reqIdBytes, type Layout } from './layout.ts';
import * as limits from './limits.ts';

export type CableRequest =
  | { readonly type: 'posts'; readonly hashes: readonly Buffer[] }
  | { readonly type: 'cancel'; readonly cancelId: Buffer }
  | {
      readonly type: 'timeRange';
      readonly channel: string;
      /** Milliseconds since 1970, inclusive. */
      readonly timeStart: number;
      /** Exclusive. With 0 the request stays open for new posts. */
      readonly timeEnd: number;
      /** Limit for the hashes of all responses together; 0 for unlimited. */
      readonly limit: number;
    }
  | {
      readonly type: 'state';
      readonly channel: string;
      /** With 1 the request stays open for changes. */
      readonly future: 0 | 1;
    }
  | { readonly type: 'channels'; readonly offset: number; readonly limit: number }
  | {
      readonly type: 'moderationState';
      readonly channels: readonly string[];
      readonly future: 0 | 1;
      readonly oldest: number;
    };

export type CableResponse =
  /** An empty list ends the response. */
  | { readonly type: 'hashes'; readonly hashes: readonly Buffer[] }
  /** Encoded posts. An empty list ends the response. */
  | { readonly type: 'post'; readonly posts: readonly Buffer[] }
  | { readonly type: 'channelList'; readonly channels: readonly string[] };

interface Addressed {
  readonly reqId: Buffer;
}

/** `ttl`: how many more hosts may forward the request. It is 0 in the layout draft8, which has no ttl. */
export type RequestMessage = Addressed & { readonly ttl: number } & CableRequest;
export type ResponseMessage = Addressed & CableResponse;
export type CableMessage = RequestMessage | ResponseMessage;

const NUMBERS = {
  hashes: 0,
  post: 1,
  posts: 2,
  cancel: 3,
  timeRange: 4,
  state: 5,
  channels: 6,
  channelList: 7,
  moderationState: 8,
} as const satisfies Record<CableMessage['type'], number>;

/** The response type for each request type. A cancel request has no response. */
export const ANSWERS = {
  posts: 'post',
  timeRange: 'hashes',
  state: 'hashes',
  channels: 'channelList',
  moderationState: 'hashes',
} as const satisfies Partial<Record<CableRequest['type'], CableResponse['type']>>;

const TYPES = new Map<number, CableMessage['type']>(
  Object.entries(NUMBERS).map(([type, number]) => [number, type as CableMessage['type']]),
);

const CIRCUIT_ID = Buffer.alloc(4);

export function isRequest(message: CableMessage): message is RequestMessage {
  return 'ttl' in message;
}

/** `bytes`: without msg_len. Returns null for an unknown type; such messages are skipped. @throws CableError */
export function decodeMessage(bytes: Buffer, layout: Layout): CableMessage | null {
  const reader = new ByteReader(bytes);
  const type = TYPES.get(reader.varint());
  if (type === undefined) return null;
  if (layout === 'deployed') reader.take(CIRCUIT_ID.length);
  const reqId = reader.take(reqIdBytes(layout));
  const message = readMessage(reader, type, reqId, layout);
  reader.end();
  return message;
}

function readMessage(reader: ByteReader, type: CableMessage['type'], reqId: Buffer, layout: Layout): CableMessage {
  switch (type) {
    case 'hashes':
      return { type, reqId, hashes: reader.list(limits.HASH_BYTES, limits.MAX_HASHES, 'hashes') };
    case 'post':
      return { type, reqId, posts: readItems(reader, (length) => reader.take(length)) };
    case 'channelList':
      return { type, reqId, channels: readItems(reader, (length) => channelOf(reader.take(length))) };
    case 'posts':
    case 'cancel':
    case 'timeRange':
    case 'state':
    case 'channels':
    case 'moderationState': {
      const ttl = layout === 'deployed' ? reader.count(limits.MAX_TTL, 'ttl') : 0;
      return readRequest(reader, type, { reqId, ttl }, layout);
    }
  }
}

function readRequest(
  reader: ByteReader,
  type: CableRequest['type'],
  header: { readonly reqId: Buffer; readonly ttl: number },
  layout: Layout,
): RequestMessage {
  switch (type) {
    case 'posts':
      return { type, ...header, hashes: reader.list(limits.HASH_BYTES, limits.MAX_HASHES, 'hashes') };
    case 'cancel':
      return { type, ...header, cancelId: reader.take(reqIdBytes(layout)) };
    case 'timeRange':
      return {
        type,
        ...header,
        channel: readChannel(reader),
        timeStart: reader.varint(),
        timeEnd: reader.varint(),
        limit: reader.varint(),
      };
    case 'state':
      return { type, ...header, channel: readChannel(reader), future: reader.flag('future') };
    case 'channels':
      return { type, ...header, offset: reader.varint(), limit: reader.varint() };
    case 'moderationState':
      return {
        type,
        ...header,
        channels: readItems(reader, (length) => channelOf(reader.take(length))),
        future: reader.flag('future'),
        oldest: reader.varint(),
      };
  }
}

function readChannel(reader: ByteReader): string {
  return reader.shortText(1, limits.MAX_CHANNEL, 'the channel name');
}

function channelOf(bytes: Buffer): string {
  return decodeShortText(bytes, 1, limits.MAX_CHANNEL, 'a channel name');
}

/** Reads items with lengths until a length of 0. */
function readItems<T>(reader: ByteReader, read: (length: number) => T): T[] {
  const items: T[] = [];
  for (;;) {
    const length = reader.count(limits.MAX_POST_BYTES, 'an item');
    if (length === 0) return items;
    if (items.length >= limits.MAX_ITEMS)
      throw new CableError('limit', `a list has more than ${limits.MAX_ITEMS} items`);
    items.push(read(length));
  }
}

/** Returns the message with its msg_len. */
export function encodeMessage(message: CableMessage, layout: Layout): Buffer {
  const writer = new ByteWriter().varint(NUMBERS[message.type]);
  if (layout === 'deployed') writer.raw(CIRCUIT_ID);
  writer.raw(message.reqId);
  if (isRequest(message)) {
    if (layout === 'deployed') writer.varint(message.ttl);
    writeRequest(writer, message);
  } else writeResponse(writer, message);
  const bytes = writer.bytes();
  return Buffer.concat([varintBytes(bytes.length), bytes]);
}

function writeRequest(writer: ByteWriter, request: CableRequest): void {
  switch (request.type) {
    case 'posts':
      writer.list(request.hashes);
      return;
    case 'cancel':
      writer.raw(request.cancelId);
      return;
    case 'timeRange':
      writer.text(request.channel).varint(request.timeStart).varint(request.timeEnd).varint(request.limit);
      return;
    case 'state':
      writer.text(request.channel).varint(request.future);
      return;
    case 'channels':
      writer.varint(request.offset).varint(request.limit);
      return;
    case 'moderationState':
      for (const channel of request.channels) writer.text(channel);
      writer.varint(0).varint(request.future).varint(request.oldest);
      return;
  }
}

function writeResponse(writer: ByteWriter, response: CableResponse): void {
  switch (response.type) {
    case 'hashes':
      writer.list(response.hashes);
      return;
    case 'post':
      for (const post of response.posts) writer.varint(post.length).raw(post);
      writer.varint(0);
      return;
    case 'channelList':
      for (const channel of response.channels) writer.text(channel);
      writer.varint(0);
      return;
  }
}
