import Noise from 'noise-handshake';
import { describe, expect, test } from 'vitest';
import { ConnectionError } from '../../cable-error.ts';
import { FrameReader, FrameWriter } from '../../noise/frames.ts';
import { Initiator, Responder, noiseKeys, noiseKeysOf, type Ciphers } from '../../noise/handshake.ts';
import { CipherState } from '../../noise/symmetric.ts';
import { keysOf } from '../support/posts.ts';

const PSK = Buffer.alloc(32, 9);
const PROLOGUES = ['CABLE/1.0', 'CABLE1.0', 'CABLE'];
const [OURS, THEIRS] = [noiseKeysOf(keysOf(3)), noiseKeysOf(keysOf(4))];
const pair = ({ publicKey, secretKey }: typeof OURS) => ({
  publicKey: Buffer.from(publicKey),
  secretKey: Buffer.from(secretKey),
});

/** The other implementation overwrites its arguments. */
function other(isInitiator: boolean, prologue: string, psk = PSK): Noise {
  const noise = new Noise('XXpsk0', isInitiator, pair(THEIRS), { psk: Buffer.from(psk) });
  noise.initialise(Buffer.from(prologue));
  return noise;
}

function exchange({ send, receive }: Ciphers, { tx, rx }: Noise): void {
  const [theirSend, theirReceive] = [new CipherState(Buffer.from(tx)), new CipherState(Buffer.from(rx))];
  for (const text of ['first', 'second']) {
    expect(theirReceive.open(send.seal(Buffer.from(text))).toString()).toBe(text);
    expect(receive.open(theirSend.seal(Buffer.from(text))).toString()).toBe(text);
  }
}

describe.each(PROLOGUES)('with the prologue %s', (prologue) => {
  test('we dial another implementation, and both get the same keys', () => {
    const ours = new Initiator({ psk: PSK, prologue, staticKeys: OURS });
    const theirs = other(false, prologue);
    theirs.recv(Buffer.from(ours.first()));
    const third = ours.third(Buffer.from(theirs.send()));
    theirs.recv(Buffer.from(third));
    expect(theirs.complete).toBe(true);
    expect(Buffer.from(ours.remoteKey)).toEqual(Buffer.from(THEIRS.publicKey));
    exchange(ours.ciphers(), theirs);
  });

  test('another implementation dials us, and both get the same keys', () => {
    const ours = new Responder({ psk: PSK, prologue, staticKeys: OURS });
    const theirs = other(true, prologue);
    const second = ours.second(Buffer.from(theirs.send()));
    theirs.recv(Buffer.from(second));
    ours.finish(Buffer.from(theirs.send()));
    expect(theirs.complete).toBe(true);
    expect(Buffer.from(ours.remoteKey)).toEqual(Buffer.from(THEIRS.publicKey));
    exchange(ours.ciphers(), theirs);
  });
});

function shake(initiator: Initiator, responder: Responder): [Ciphers, Ciphers] {
  responder.finish(initiator.third(responder.second(initiator.first())));
  return [initiator.ciphers(), responder.ciphers()];
}

const options = { psk: PSK, prologue: 'CABLE/1.0' };
const both = (): [Ciphers, Ciphers] =>
  shake(new Initiator({ ...options, staticKeys: OURS }), new Responder({ ...options, staticKeys: THEIRS }));

test.each([
  ['the key of another cabal', { psk: Buffer.alloc(32, 8) }],
  ['another prologue', { prologue: 'CABLE1.0' }],
])('%s is noticed with the first message', (_, changed) => {
  const initiator = new Initiator({ ...options, ...changed, staticKeys: OURS });
  const responder = new Responder({ ...options, staticKeys: THEIRS });
  expect(() => responder.second(initiator.first())).toThrow(ConnectionError);
});

const flip = (message: Buffer, at: number): Buffer => {
  const flipped = Buffer.from(message);
  flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
  return flipped;
};

const made = () => {
  const initiator = new Initiator({ ...options, staticKeys: OURS });
  const responder = new Responder({ ...options, staticKeys: THEIRS });
  return { initiator, responder, first: initiator.first() };
};

test('a flipped bit in any byte of any message ends the handshake', () => {
  for (let at = 0; at < 48; at += 1) {
    const { responder, first } = made();
    expect(() => responder.second(flip(first, at))).toThrow(ConnectionError);
  }
  for (let at = 0; at < 96; at += 1) {
    const { initiator, responder, first } = made();
    expect(() => initiator.third(flip(responder.second(first), at))).toThrow(ConnectionError);
  }
  for (let at = 0; at < 64; at += 1) {
    const { initiator, responder, first } = made();
    const third = initiator.third(responder.second(first));
    expect(() => responder.finish(flip(third, at))).toThrow(ConnectionError);
  }
});

test('a key of small order is refused', () => {
  const initiator = new Initiator({
    ...options,
    staticKeys: OURS,
    ephemeralKeys: { ...noiseKeys(), publicKey: Buffer.alloc(32) },
  });
  const responder = new Responder({ ...options, staticKeys: THEIRS });
  expect(() => responder.second(initiator.first())).toThrow(/small order/);
});

const message = (size: number): Buffer => Buffer.alloc(size, size % 251);

describe('frames', () => {
  const SIZES = [1, 2, 65_518, 65_519, 65_520, 131_038, 131_039];

  test.each(SIZES)('a message of %d bytes arrives unchanged, and its frame has the specified length', (size) => {
    const [ours, theirs] = both();
    const frame = new FrameWriter(ours.send).frame(message(size));
    expect(frame.length).toBe(20 + size + 16 * Math.ceil(size / 65_519));
    expect(new FrameReader(theirs.receive).read(frame)).toEqual([message(size)]);
  });

  test('an empty message ends the stream, and no bytes may follow', () => {
    const [ours, theirs] = both();
    const writer = new FrameWriter(ours.send);
    const reader = new FrameReader(theirs.receive);
    expect(reader.read(writer.frame(message(3)))).toHaveLength(1);
    expect(reader.isEnded).toBe(false);
    expect(reader.read(writer.end())).toEqual([]);
    expect(reader.isEnded).toBe(true);
    expect(() => reader.read(Buffer.from([1]))).toThrow(/after the end/);
  });

  test.each(['sealed', 'plain'] as const)(
    'a byte at a time and all at once give the same, with a %s length',
    (form) => {
      for (const portion of [1, 7, 100_000_000]) {
        const [ours, theirs] = both();
        const writer = new FrameWriter(ours.send, form);
        const reader = new FrameReader(theirs.receive, form);
        const sizes = [1, 300, 66_000, 5];
        const wire = Buffer.concat(sizes.map((size) => writer.frame(message(size))));
        const messages: Buffer[] = [];
        for (let at = 0; at < wire.length; at += portion)
          messages.push(...reader.read(wire.subarray(at, at + portion)));
        expect(messages.map(({ length }) => length)).toEqual(sizes);
      }
    },
  );

  test('a flipped bit, swapped frames and an excessive length end the connection', () => {
    const [ours, theirs] = both();
    const writer = new FrameWriter(ours.send);
    const [first, second] = [writer.frame(message(10)), writer.frame(message(10))];
    expect(() => new FrameReader(theirs.receive).read(second)).toThrow(ConnectionError);
    const [again, receiver] = both();
    const flipped = new FrameWriter(again.send).frame(message(10));
    flipped[25] = (flipped[25] ?? 0) ^ 1;
    expect(() => new FrameReader(receiver.receive).read(flipped)).toThrow(ConnectionError);
    expect(first.length).toBe(second.length);
    const long = Buffer.alloc(4);
    long.writeUInt32LE(0xffff_ffff);
    expect(() => new FrameReader(both()[1].receive, 'plain').read(long)).toThrow(/exceeds the limit/);
  });
});
