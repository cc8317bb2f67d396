import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { WriteBlockWatch } from '../../../../indexer/runtime/write-block-watch.ts';
import type { WriteBlock } from '../../../../platform/write-blocks.ts';

const FULL: WriteBlock = { reason: 'disk_full', boards: ['g'] };
const SETTING: WriteBlock = { reason: 'write_block', boards: [] };

function setUp() {
  const lines: { level: number; reason: string; msg: string; seconds?: number }[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(JSON.parse(chunk.toString()) as (typeof lines)[number]);
      done();
    },
  });
  const state = {
    blocks: [] as readonly WriteBlock[],
    time: 0,
    seen: [] as (readonly WriteBlock[] | null)[],
    isAway: false,
  };
  const watch = new WriteBlockWatch({
    read: async () => (state.isAway ? Promise.reject(new Error('away')) : state.blocks),
    onBlocks: (blocks) => state.seen.push(blocks),
    logger: pino(sink),
    now: () => state.time,
  });
  const look = async (...blocks: readonly WriteBlock[]) => {
    state.blocks = blocks;
    await watch.run();
    return lines.splice(0);
  };
  return { state, look };
}

test('a block is logged once with what to do, and once when it is gone', async () => {
  const { state, look } = setUp();
  expect(await look()).toEqual([]);
  expect(await look(FULL)).toMatchObject([
    { level: 40, reason: 'disk_full', msg: expect.stringContaining('Free space') },
  ]);
  expect(await look(FULL)).toEqual([]);
  state.time = 61_000;
  expect(await look()).toMatchObject([{ level: 30, reason: 'disk_full', seconds: 61 }]);
  expect(await look()).toEqual([]);
  expect(await look(FULL)).toHaveLength(1);
  expect(state.seen).toEqual([[], [FULL], [FULL], [], [], [FULL]]);
});

test('each reason is a state of its own', async () => {
  const { look } = setUp();
  expect(await look(FULL)).toMatchObject([{ reason: 'disk_full' }]);
  expect(await look(FULL, SETTING)).toMatchObject([{ reason: 'write_block', msg: expect.stringContaining('Remove') }]);
  expect(await look(SETTING)).toMatchObject([{ reason: 'disk_full', level: 30 }]);
});

test('a check that fails reports that nothing is known', async () => {
  const { state, look } = setUp();
  await look(FULL);
  state.isAway = true;
  await expect(look(FULL)).rejects.toThrow('away');
  expect(state.seen).toEqual([[FULL], null]);
});
