import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCursorCodec, CursorError, type Cursor } from '../../../../../server/search/execute/cursor.ts';

const codec = createCursorCodec('a secret of at least thirty-two characters');
const cursor: Cursor = {
  direction: 'forward',
  position: [1_551_787_201_000, 73_339_442, 1_048_577],
  now: 1_711_886_400_000,
};

describe('a cursor', () => {
  test('is decoded to its original value, for any position in any order', () => {
    const cursors = fc.record({
      direction: fc.constantFrom('forward', 'backward'),
      position: fc.array(fc.oneof(fc.maxSafeInteger(), fc.float({ noNaN: true, noDefaultInfinity: true, min: 0 })), {
        maxLength: 4,
      }),
      now: fc.maxSafeNat(),
    });
    fc.assert(
      fc.property(cursors, fc.string(), (made, binding) => {
        // -0 is 0 in JSON; Elasticsearch has neither a negative score nor a negative zero.
        const expected = { ...made, position: made.position.map((value) => value + 0) };
        expect(codec.decode(codec.encode(made, binding), binding)).toEqual(expected);
      }),
    );
  });

  test('is short and safe in an address', () => {
    const text = codec.encode(cursor, 'new\nfoo');
    expect(text).toMatch(/^[A-Za-z0-9_-]{1,120}$/);
  });

  test('is refused for another query, another order or another server', () => {
    const text = codec.encode(cursor, 'new\nfoo');
    expect(() => codec.decode(text, 'new\nbar')).toThrow(CursorError);
    expect(() => codec.decode(text, 'old\nfoo')).toThrow(CursorError);
    expect(() => createCursorCodec('another secret of thirty-two characters').decode(text, 'new\nfoo')).toThrow(
      CursorError,
    );
  });

  test('with any single character changed is refused', () => {
    const text = codec.encode(cursor, 'new\nfoo');
    for (let place = 0; place < text.length; place++) {
      const other = text[place] === 'A' ? 'B' : 'A';
      const forged = text.slice(0, place) + other + text.slice(place + 1);
      expect(() => codec.decode(forged, 'new\nfoo')).toThrow(CursorError);
    }
  });

  test('is refused if it is invented, truncated or padded', () => {
    const text = codec.encode(cursor, 'x');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.nat(text.length - 1).map((end) => text.slice(0, end)),
        ),
        (forged) => {
          expect(() => codec.decode(forged, 'x')).toThrow(CursorError);
        },
      ),
      { numRuns: 1_000 },
    );
    for (const spelling of [`${text}=`, ` ${text}`, `${text}\n`])
      expect(() => codec.decode(spelling, 'x')).toThrow(CursorError);
  });
});
