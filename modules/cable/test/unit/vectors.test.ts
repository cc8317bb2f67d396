/** The published examples of two implementations, if the folder SAGASU_CAPTURES has them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CableError } from '../../cable-error.ts';
import { ByteReader } from '../../codec/bytes.ts';
import { assertSigned, hashOf, signPost } from '../../codec/crypto.ts';
import { decodeMessage, encodeMessage } from '../../codec/message.ts';
import { POST_TYPES, decodePost, encodePost, encodeSigned } from '../../codec/post.ts';

const folder = join(process.env['SAGASU_CAPTURES'] ?? 'no-captures', 'cable');

interface Example {
  readonly name: string;
  readonly binary: string;
  readonly obj: Record<string, unknown>;
  readonly posthash?: string;
}

interface Examples {
  readonly parameters?: { readonly keypair: { readonly publicKey: string; readonly secretKey: string } };
  readonly examples: readonly Example[];
}

function read(file: string): Examples {
  const path = join(folder, file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Examples) : { examples: [] };
}

const js = read('cable-js-examples.json');
const rs = read('cable-rs-examples.json');
const isPost = ({ name }: Example): boolean => name.startsWith('post/') || name.endsWith(' post');
const all = [...js.examples, ...rs.examples];
const posts = all.filter(isPost).map((example) => ({ ...example, bytes: Buffer.from(example.binary, 'hex') }));
const messages = all
  .filter((example) => !isPost(example))
  .map((example) => ({ ...example, bytes: Buffer.from(example.binary, 'hex') }));

/** Converts values to the notation of the examples: bytes in hexadecimal, names in either style. */
function plain(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
  return value;
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  public_key: 'publicKey',
  post_type: 'postType',
  msg_type: 'msgType',
  req_id: 'reqId',
  reqid: 'reqId',
  cancel_id: 'cancelId',
  cancelid: 'cancelId',
  time_start: 'timeStart',
  time_end: 'timeEnd',
};

function expected({ obj }: Example): Record<string, unknown> {
  const named = Object.entries(obj).map(([name, value]) => [OTHER_NAMES[name] ?? name, value]);
  const {
    msgLen: _,
    msgType: _type,
    postType: _post,
    circuit_id: _circuit,
    info,
    ...rest
  } = Object.fromEntries(named) as Record<string, unknown>;
  if (!Array.isArray(info)) return rest;
  const pairs = info.map((pair: readonly [string, string] | { key: string; val: string }) =>
    'key' in pair ? [pair.key, pair.val] : [...pair],
  );
  return { ...rest, info: pairs.map(([key, value]) => [key, Buffer.from(value ?? '').toString('hex')]) };
}

const outcome = (bytes: Buffer): unknown => outcomeOf(() => decodePost(bytes, 'deployed'));

/** Returns null for a refused post. */
function outcomeOf(decode: () => unknown): unknown {
  try {
    return decode();
  } catch (error) {
    expect(error).toBeInstanceOf(CableError);
    return null;
  }
}

/** `bytes`: with the length. Returns null for a refused message. */
function outcomeOfMessage(given: Buffer): unknown {
  return outcomeOf(() => {
    const reader = new ByteReader(given);
    const isWhole = reader.varint() === given.length - reader.position;
    return isWhole ? decodeMessage(given.subarray(reader.position), 'deployed') : null;
  });
}

describe.skipIf(all.length === 0)('published examples', () => {
  test.each(posts)('$name decodes, encodes, has a valid signature and the published hash', (example) => {
    const post = decodePost(example.bytes, 'deployed');
    const { type, ...fields } = post;
    expect(plain(fields)).toEqual(expected(example));
    expect(POST_TYPES[type]).toBe(example.obj['postType'] ?? example.obj['post_type']);
    expect(encodePost(post, 'deployed')).toEqual(example.bytes);
    expect(() => assertSigned(example.bytes)).not.toThrow();
    if (example.posthash !== undefined) expect(hashOf(example.bytes).toString('hex')).toBe(example.posthash);
  });

  test.each(js.examples.filter(isPost))('$name gets the published signature with the published key', (example) => {
    const keypair = js.parameters?.keypair;
    const bytes = Buffer.from(example.binary, 'hex');
    const signed = signPost(encodeSigned(decodePost(bytes, 'deployed'), 'deployed'), {
      publicKey: Buffer.from(keypair?.publicKey ?? '', 'hex'),
      secretKey: Buffer.from(keypair?.secretKey ?? '', 'hex'),
    });
    expect(signed).toEqual(bytes);
  });

  test.each(messages)('$name decodes and encodes', (example) => {
    const reader = new ByteReader(example.bytes);
    const length = reader.varint();
    const message = decodeMessage(example.bytes.subarray(reader.position), 'deployed');
    expect(length).toBe(example.bytes.length - reader.position);
    const { type: _, ...fields } = message ?? { type: null };
    const { ttl: _ttl, ...rest } = plain(fields) as Record<string, unknown>;
    const { ttl: _otherTtl, ...published } = expected(example);
    expect(rest).toEqual(published);
    expect(message === null ? null : encodeMessage(message, 'deployed')).toEqual(example.bytes);
    if (example.posthash !== undefined) expect(hashOf(example.bytes).toString('hex')).toBe(example.posthash);
  });

  test.each(messages)(
    '$name: every prefix and every flipped bit is refused, skipped, or another value',
    ({ bytes }) => {
      const whole = outcomeOfMessage(bytes);
      expect(whole).not.toBeNull();
      for (let length = 0; length < bytes.length; length += 1)
        expect(outcomeOfMessage(bytes.subarray(0, length))).toBeNull();
      // Without the length.
      const start = bytes.length - new ByteReader(bytes).varint();
      const message = bytes.subarray(start);
      for (let length = 0; length < message.length; length += 1)
        expect(outcomeOf(() => decodeMessage(message.subarray(0, length), 'deployed'))).toBeNull();
      for (let at = 0; at < bytes.length * 8; at += 1) {
        const flipped = Buffer.from(bytes);
        flipped[at >> 3] = (flipped[at >> 3] ?? 0) ^ (1 << (at & 7));
        // The four bytes after the type are the ignored circuit id.
        if (at >> 3 > start && at >> 3 <= start + 4) expect(outcomeOfMessage(flipped)).toEqual(whole);
        else expect(outcomeOfMessage(flipped)).not.toEqual(whole);
      }
    },
  );

  test.each(posts)('$name: every prefix and every flipped bit is refused or changes the value', ({ bytes }) => {
    const whole = decodePost(bytes, 'deployed');
    for (let length = 0; length < bytes.length; length += 1) expect(outcome(bytes.subarray(0, length))).toBeNull();
    for (let at = 0; at < bytes.length * 8; at += 1) {
      const flipped = Buffer.from(bytes);
      flipped[at >> 3] = (flipped[at >> 3] ?? 0) ^ (1 << (at & 7));
      expect(outcome(flipped)).not.toEqual(whole);
    }
  });
});
