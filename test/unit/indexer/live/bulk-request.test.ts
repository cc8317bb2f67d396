import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DocumentWrite } from '../../../../indexer/live/bulk-request.ts';
import { writesOf } from '../../../support/writes-of.ts';

const write = fc.record({
  id: fc.nat().map((num) => `g.${num}.0`),
  version: fc.nat(),
  boardId: fc.constantFrom(1, 2),
  timePosted: fc.integer({ min: -8.64e15, max: 8.64e15 }),
  // Includes long ones: the bytes outgrow the reserved space.
  source: fc
    .oneof(
      fc.string({ unit: 'binary' }),
      fc.nat({ max: 50_000 }).map((length) => 'ö'.repeat(length)),
    )
    .map((comment) => JSON.stringify({ comment })),
  indices: fc.array(fc.constantFrom('posts-g-1', 'posts-g-2'), { maxLength: 2 }),
});

function linesOf({ id, version, source, indices }: DocumentWrite): string[] {
  return indices.map((index) => {
    const action = { index: { _index: index, _id: id, version, version_type: 'external' } };
    return `${JSON.stringify(action)}\n${source}\n`;
  });
}

test('has an operation for each index of each write, and returns any of them', () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (writes, draws) => {
      const list = writesOf(...writes);
      const lines = writes.flatMap(linesOf);
      expect(list.length).toBe(lines.length);
      expect(list.bytes().toString()).toBe(lines.join(''));

      const operations = lines.flatMap((_, place) => ((draws.next().value ?? 0) % 2 === 0 ? [place] : []));
      const picked = list.pick(operations);
      expect(picked.length).toBe(operations.length);
      expect(picked.bytes().toString()).toBe(operations.map((place) => lines[place]).join(''));

      const most = (draws.next().value ?? 0) % 100_000;
      for (let from = 0; from < list.length;) {
        const to = list.endWithin(from, most);
        const part = list.bytes(from, to);
        expect(part.toString()).toBe(lines.slice(from, to).join(''));
        expect(to - from === 1 || part.length <= most).toBe(true);
        const withNext = Buffer.byteLength(lines.slice(from, to + 1).join(''));
        expect(to === lines.length || withNext > most).toBe(true);
        from = to;
      }
    }),
  );
});

test('has the earliest and the latest time of each board in each index, also of some of its operations', () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 30 }), (writes) => {
      const list = writesOf(...writes);
      const ranges = list.ranges();
      expect(list.pick([]).ranges()).toEqual(ranges);
      const parts = writes.flatMap(({ indices, ...rest }) => indices.map((index) => ({ ...rest, index })));
      const expected = [...Map.groupBy(parts, ({ boardId, index }) => `${boardId} ${index}`)].map(([key, some]) => {
        const times = some.map(({ timePosted }) => timePosted);
        return { key, from: Math.min(...times), until: Math.max(...times) };
      });
      expect(ranges.map(({ boardId, index, from, until }) => ({ key: `${boardId} ${index}`, from, until }))).toEqual(
        expected,
      );
    }),
  );
});
