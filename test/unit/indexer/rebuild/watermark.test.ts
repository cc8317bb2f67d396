import { expect, test } from 'vitest';
import { reservedOf } from '../../../../indexer/rebuild/watermark.ts';

const [GB, TB] = [2 ** 30, 2 ** 40];

test.each([
  ['a percentage', { low: '85%', headroom: '-1', isOn: true }, 100 * GB, 15 * GB],
  ['a ratio', { low: '0.9', headroom: '-1', isOn: true }, 100 * GB, 10 * GB],
  ['a percentage of a large disk, with a limit', { low: '85%', headroom: '200GB', isOn: true }, 4 * TB, 200 * GB],
  ['a percentage of a small disk, with a limit', { low: '85%', headroom: '200GB', isOn: true }, 100 * GB, 15 * GB],
  ['free space', { low: '4gb', headroom: '-1', isOn: true }, 100 * GB, 4 * GB],
  ['free space with a fraction', { low: '1.5tb', headroom: '-1', isOn: true }, 4 * TB, 1.5 * TB],
  ['a cluster that ignores the space of disks', { low: '85%', headroom: '-1', isOn: false }, 100 * GB, 0],
])('the low watermark reserves space: %s', (_, watermark, disk, reserved) => {
  expect(reservedOf(watermark, disk)).toBeCloseTo(reserved, -3);
});
