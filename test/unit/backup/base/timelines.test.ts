import { expect, test } from 'vitest';
import { leadsTo, parseHistory } from '../../../../backup/base/timelines.ts';
import { positionOf } from '../../../../mappings/base-backup.ts';

const history = `1\t0/5000000\tbefore 2026-05-01 12:00:00+00

2\t1/A0\tno recovery target specified
`;

test('a history states where each earlier timeline ended', () => {
  expect(parseHistory(history)).toEqual(
    new Map([
      [1, 0x5000000n],
      [2, 0x1_0000_00a0n],
    ]),
  );
  expect(parseHistory('')).toEqual(new Map());
});

test('a base backup leads to its own timeline, and to those that began after its end', () => {
  const third = { number: 3, ends: parseHistory(history) };
  expect(leadsTo({ timeline: 3, end: '9/0' }, third)).toBe(true);
  expect(leadsTo({ timeline: 1, end: '0/5000000' }, third)).toBe(true);
  expect(leadsTo({ timeline: 1, end: '0/5000001' }, third)).toBe(false);
  expect(leadsTo({ timeline: 2, end: '0/FFFFFFFF' }, third)).toBe(true);
  expect(leadsTo({ timeline: 2, end: '1/A1' }, third)).toBe(false);
  expect(leadsTo({ timeline: 4, end: '0/1' }, third)).toBe(false);
  expect(positionOf('1/A0')).toBe(0x1_0000_00a0n);
});
