import { expect, test } from 'vitest';
import { ExportSlots } from '../../../../../server/search/export/export-slots.ts';

test('a slot is released once, even if released repeatedly', () => {
  const slots = new ExportSlots(1);
  const release = slots.take('192.0.2.1');
  expect(() => slots.take('192.0.2.2')).toThrow('Too many exports');
  release();
  release();
  const second = slots.take('192.0.2.2');
  expect(() => slots.take('192.0.2.3')).toThrow('Too many exports');
  second();
  expect(slots.taken).toBe(0);
});

test('each caller has one slot at a time, and an old release does not free a new slot', () => {
  const slots = new ExportSlots(3);
  const first = slots.take('key-1');
  expect(() => slots.take('key-1')).toThrow('each caller may run one at a time');
  const other = slots.take('key-2');
  first();
  slots.take('key-1');
  first();
  expect(() => slots.take('key-1')).toThrow('each caller may run one at a time');
  other();
  expect(slots.taken).toBe(1);
});
