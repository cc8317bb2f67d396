import { expect, test } from 'vitest';
import { writeBlocksOf, type ClusterBlocks } from '../../../platform/write-blocks.ts';

const ALL = ['read', 'write', 'metadata_write'];
const name = (board: string, slice = 0) => `t-posts-${board}-v1-${slice}-1`;

function read(blocks: ClusterBlocks['blocks']) {
  return writeBlocksOf(blocks === undefined ? {} : { blocks }, 't-');
}

test('without blocks the list is empty', () => {
  expect(read(undefined)).toEqual([]);
  expect(read({})).toEqual([]);
});

test('the block of a full disk names each board once, in order', () => {
  const full = { '12': { levels: ['write'] } };
  expect(read({ indices: { [name('g', 1)]: full, [name('ck')]: full, [name('g')]: full } })).toEqual([
    { reason: 'disk_full', boards: ['ck', 'g'] },
  ]);
});

test('any other block of writes is reported as a setting', () => {
  const indices = {
    [name('g')]: { '8': { levels: ['write'] } },
    [name('ck')]: { '5': { levels: ['write', 'metadata_write'] } },
  };
  expect(read({ indices })).toEqual([{ reason: 'write_block', boards: ['ck', 'g'] }]);
});

test('a block of the whole cluster does not name a board', () => {
  expect(read({ global: { '6': { levels: ['write', 'metadata_write'] } } })).toEqual([
    { reason: 'write_block', boards: [] },
  ]);
});

test.each<[string, ClusterBlocks['blocks']]>([
  ['a closed index', { indices: { [name('g')]: { '4': { levels: ['read', 'write'] } } } }],
  ['an index that cannot be read only', { indices: { [name('g')]: { '7': { levels: ['read'] } } } }],
  ['an index of another program', { indices: { 'other-1': { '8': { levels: ['write'] } } } }],
  ['a cluster whose state is not recovered', { global: { '1': { levels: ALL } } }],
  ['a cluster without a master', { global: { '2': { levels: ['write', 'metadata_write'] } } }],
])('%s does not count', (_, blocks) => {
  expect(read(blocks)).toEqual([]);
});
