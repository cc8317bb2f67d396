import { createHash } from 'node:crypto';
import { blake2b } from '@noble/hashes/blake2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CableError } from '../../cable-error.ts';
import { ByteReader, varintBytes } from '../../codec/bytes.ts';
import { assertSigned, hashOf } from '../../codec/crypto.ts';
import { LAYOUTS } from '../../codec/layout.ts';
import { decodeMessage, encodeMessage, type CableMessage } from '../../codec/message.ts';
import { decodePost, encodePost, type CablePost, type PostBody } from '../../codec/post.ts';
import { anyPost, keysOf, makePost } from '../support/posts.ts';

const KEYS = keysOf(1);
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns the decoded value or the CableError. Any other error fails the test. */
function attempt<T>(decode: () => T): T | CableError {
  try {
    return decode();
  } catch (error) {
    if (error instanceof CableError) return error;
    throw error;
  }
}

function refusal(decode: () => unknown): string {
  const said = attempt(decode);
  return said instanceof CableError ? said.because : 'accepted';
}

describe('numbers', () => {
  test('every number up to 2^53 - 1 survives a round trip in the fewest bytes', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        const bytes = varintBytes(value);
        expect(new ByteReader(bytes).varint()).toBe(value);
        expect(bytes.length).toBe(Math.max(1, Math.ceil(value.toString(2).length / 7)));
      }),
    );
  });

  test('longer encodings than necessary are read; 2^53, nine bytes and truncated numbers are refused', () => {
    expect(new ByteReader(Buffer.from([0x80, 0x00])).varint()).toBe(0);
    expect(refusal(() => new ByteReader(Buffer.from('80808080808080 10'.replace(' ', ''), 'hex')).varint())).toBe(
      'limit',
    );
    expect(refusal(() => new ByteReader(Buffer.from('808080808080808001', 'hex')).varint())).toBe('limit');
    expect(refusal(() => new ByteReader(Buffer.from([0x80])).varint())).toBe('form');
  });
});

describe.each(LAYOUTS)('a post in the layout %s', (layout) => {
  test('survives a round trip', () => {
    fc.assert(
      fc.property(anyPost, (post) => {
        const bytes = encodePost(post, layout);
        const decoded = decodePost(bytes, layout);
        expect(decoded).toEqual(post);
        expect(encodePost(decoded, layout)).toEqual(bytes);
      }),
    );
  });

  test('is refused if truncated anywhere, or with a byte after its last field', () => {
    fc.assert(
      fc.property(anyPost, (post) => {
        const bytes = encodePost(post, layout);
        for (let length = 0; length < bytes.length; length += 1)
          expect(refusal(() => decodePost(bytes.subarray(0, length), layout))).not.toBe('accepted');
        expect(refusal(() => decodePost(Buffer.concat([bytes, Buffer.from([0])]), layout))).not.toBe('accepted');
      }),
      { numRuns: 20 },
    );
  });
});

describe('a signature', () => {
  test('is valid for the signed post, and invalid after any flipped bit', () => {
    const { bytes } = makePost(KEYS, 1_700_000_000_000, { type: 'text', channel: 'tea', text: 'Darjeeling?' });
    expect(() => assertSigned(bytes)).not.toThrow();
    for (let at = 0; at < bytes.length * 8; at += 1) {
      const flipped = Buffer.from(bytes);
      flipped[at >> 3] = (flipped[at >> 3] ?? 0) ^ (1 << (at & 7));
      expect(refusal(() => assertSigned(flipped))).toBe('signature');
    }
  });

  test('is refused if the post is shorter than key and signature', () => {
    for (const length of [0, 31, 32, 95]) expect(refusal(() => assertSigned(Buffer.alloc(length)))).toBe('signature');
  });
});

test('a hash equals the 32-byte BLAKE2b of another library', () => {
  expect(hashOf(Buffer.alloc(0)).toString('hex').slice(0, 16)).toBe('0e5751c026e543b2');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(hashOf(bytes)).toEqual(Buffer.from(blake2b(bytes, { dkLen: 32 })));
    }),
  );
});

const decoding = (body: PostBody) => () => decodePost(makePost(KEYS, 1, body).bytes, 'deployed');

describe('limits', () => {
  test.each([
    ['a text of 4,096 bytes', { type: 'text', channel: 'c', text: 'a'.repeat(4_096) }, 'accepted'],
    ['a text of 4,097 bytes', { type: 'text', channel: 'c', text: 'a'.repeat(4_097) }, 'limit'],
    ['an empty text', { type: 'text', channel: 'c', text: '' }, 'accepted'],
    ['a channel of 64 code points of four bytes', { type: 'join', channel: '𝔸'.repeat(64) }, 'accepted'],
    ['a channel of 65 code points', { type: 'join', channel: 'a'.repeat(65) }, 'limit'],
    ['a channel without a name', { type: 'join', channel: '' }, 'limit'],
    ['a channel of separators and NUL', { type: 'join', channel: '!/\0\u202e~' }, 'accepted'],
    ['a topic of 512 code points', { type: 'topic', channel: 'c', topic: '語'.repeat(512) }, 'accepted'],
    ['a topic of 513 code points', { type: 'topic', channel: 'c', topic: 'a'.repeat(513) }, 'limit'],
    ['a name of 32 code points', { type: 'info', info: [['name', Buffer.from('é'.repeat(32))]] }, 'accepted'],
    ['a name of 33 code points', { type: 'info', info: [['name', Buffer.from('a'.repeat(33))]] }, 'limit'],
    ['a name that is not UTF-8', { type: 'info', info: [['name', Buffer.from([0xff])]] }, 'form'],
    [
      'a key twice',
      {
        type: 'info',
        info: [
          ['a', Buffer.from('1')],
          ['a', Buffer.from('2')],
        ],
      },
      'form',
    ],
    ['1,025 deleted hashes', { type: 'delete', hashes: Array.from({ length: 1_025 }, () => hash('a')) }, 'limit'],
  ] as const)('%s', (_, body, outcome) => {
    expect(refusal(decoding(body))).toBe(outcome);
  });

  test('invalid UTF-8 and unknown types are refused', () => {
    const good = makePost(KEYS, 1, { type: 'text', channel: 'c', text: 'ab' }).bytes;
    const notUtf8 = Buffer.from(good);
    notUtf8[good.length - 1] = 0xff;
    expect(refusal(() => decodePost(notUtf8, 'deployed'))).toBe('form');
    const unknown = Buffer.from(good);
    unknown[97] = 0x7f;
    expect(refusal(() => decodePost(unknown, 'deployed'))).toBe('type');
  });

  test('a byte order mark remains part of a text', () => {
    const { bytes } = makePost(KEYS, 1, { type: 'text', channel: 'c', text: '\ufeffa' });
    expect(decodePost(bytes, 'deployed')).toMatchObject({ text: '\ufeffa' });
  });
});

const reqId = { deployed: Buffer.from('04baaffb', 'hex'), draft8: Buffer.from('04baaffb04baaffb', 'hex') };

describe.each(LAYOUTS)('messages in the layout %s', (layout) => {
  const request = { reqId: reqId[layout], ttl: layout === 'deployed' ? 3 : 0 };
  const messages: readonly CableMessage[] = [
    { type: 'hashes', reqId: reqId[layout], hashes: [hash('a'), hash('b')] },
    { type: 'hashes', reqId: reqId[layout], hashes: [] },
    { type: 'post', reqId: reqId[layout], posts: [Buffer.from('post'), Buffer.from('another')] },
    { type: 'channelList', reqId: reqId[layout], channels: ['a', 'お茶'] },
    { type: 'posts', ...request, hashes: [hash('a')] },
    { type: 'cancel', ...request, cancelId: reqId[layout] },
    { type: 'timeRange', ...request, channel: 'tea', timeStart: 5, timeEnd: 2 ** 40, limit: 100 },
    { type: 'state', ...request, channel: 'tea', future: 1 },
    { type: 'channels', ...request, offset: 10, limit: 0 },
    { type: 'moderationState', ...request, channels: ['a', 'b'], future: 0, oldest: 40 },
  ];

  test.each(messages)('$type survives a round trip', (message) => {
    const bytes = encodeMessage(message, layout);
    const reader = new ByteReader(bytes);
    expect(reader.varint()).toBe(bytes.length - reader.position);
    expect(decodeMessage(bytes.subarray(reader.position), layout)).toEqual(message);
  });

  test.each(messages)(
    '$type: every prefix is refused, and every flipped bit is refused or changes the value',
    (message) => {
      const whole = encodeMessage(message, layout);
      const bytes = whole.subarray(varintBytes(whole.length - 1).length);
      for (let length = 0; length < bytes.length; length += 1)
        expect(attempt(() => decodeMessage(bytes.subarray(0, length), layout))).not.toMatchObject({
          type: message.type,
        });
      for (let at = 0; at < bytes.length * 8; at += 1) {
        const flipped = Buffer.from(bytes);
        flipped[at >> 3] = (flipped[at >> 3] ?? 0) ^ (1 << (at & 7));
        const said = attempt(() => decodeMessage(flipped, layout));
        // The circuit id is reserved and ignored.
        if (layout === 'deployed' && at >> 3 >= 1 && at >> 3 < 5) continue;
        expect(said).not.toEqual(message);
      }
    },
  );
});

test('a message of an unknown type is skipped', () => {
  expect(decodeMessage(Buffer.from('ff01000000000000', 'hex'), 'deployed')).toBeNull();
});

test('a ttl above 16 is refused', () => {
  const bytes = Buffer.from(
    encodeMessage({ type: 'channels', reqId: reqId.deployed, ttl: 16, offset: 0, limit: 0 }, 'deployed'),
  );
  expect(refusal(() => decodeMessage(bytes.subarray(1), 'deployed'))).toBe('accepted');
  bytes[10] = 17;
  expect(refusal(() => decodeMessage(bytes.subarray(1), 'deployed'))).toBe('limit');
});

test('a count above the number of available items does not allocate memory', () => {
  const announced = Buffer.concat([Buffer.from('000000000004baaffb', 'hex'), varintBytes(20_000)]);
  expect(refusal(() => decodeMessage(announced, 'deployed'))).toBe('form');
});

test('the layouts differ for info posts only', () => {
  fc.assert(
    fc.property(anyPost, (post: CablePost) => {
      const same = encodePost(post, 'deployed').equals(encodePost(post, 'draft8'));
      expect(same).toBe(post.type !== 'info');
    }),
  );
});
