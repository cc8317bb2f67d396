import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { BOARD_NAME, DEFAULT_SLICE_SIZE, isBoardName, sliceOf } from '../../../mappings/board.ts';
import {
  boardAlias,
  indexName,
  indexPattern,
  indexTemplateName,
  postsAlias,
} from '../../../mappings/elasticsearch/index-names.ts';
import { documentVersion } from '../../../mappings/elasticsearch/version.ts';
import { DIRTY_CHANNEL, INDEX_QUEUE, indexThreadKey } from '../../../mappings/queues.ts';

const boardName = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,31}$/).filter(isBoardName);

describe('a board name', () => {
  test.each(['g', '3', 's4s', 'my-list', 'my_list', 'xen-vmm', 'a-v1', 'a'.repeat(32)])('may be %s', (name) => {
    expect(isBoardName(name)).toBe(true);
  });

  test.each(['', 'G', '-g', '_g', 'a b', 'a/b', 'a.b', 'a:b', 'a*', 'g\n', 'é', 'a'.repeat(33), 'a-v1-0', 'a-v12-0-1'])(
    'may not be %j',
    (name) => {
      expect(isBoardName(name)).toBe(false);
      expect(BOARD_NAME.test(name)).toBe(false);
    },
  );
});

describe('a board name that is well formed', () => {
  test.each(['api', 'search', 'assets', 'admin', 'post'])(
    'may not be %s, which is an address of the server',
    (name) => {
      expect(isBoardName(name)).toBe(false);
    },
  );
});

describe('a slice', () => {
  it('is a range of nums that starts at 0', () => {
    expect([0, 1, 49_999_999, 50_000_000, 123_456_789].map((num) => sliceOf(num, DEFAULT_SLICE_SIZE))).toEqual([
      0, 0, 0, 1, 2,
    ]);
    expect(sliceOf(Number.MAX_SAFE_INTEGER, DEFAULT_SLICE_SIZE)).toBe(180_143_985);
  });
});

describe('the name of an index', () => {
  it('contains board, mapping version, slice and build', () => {
    expect(indexName('', { board: 'tea', slice: 2, build: 5, mappingVersion: 3 })).toBe('posts-tea-v3-2-5');
    expect(indexName('t1-', { board: 'tea', slice: 0, build: 1 })).toMatch(/^t1-posts-tea-v\d+-0-1$/);
  });

  it('never equals that of another index, or an alias of any board', () => {
    const identity = fc.record({ board: boardName, slice: fc.nat(200), build: fc.nat(20), mappingVersion: fc.nat(20) });
    fc.assert(
      fc.property(identity, identity, boardName, (one, other, board) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(indexName('', one) === indexName('', other)).toBe(same);
        expect(indexName('', one)).not.toBe(boardAlias('', board));
        expect(indexName('', one)).not.toBe(postsAlias(''));
      }),
    );
  });

  it('matches the template', () => {
    const pattern = new RegExp(`^${indexPattern('t1-').replaceAll('*', '.*')}$`);
    expect(indexName('t1-', { board: 'tea', slice: 0, build: 1 })).toMatch(pattern);
    expect(indexName('t2-', { board: 'tea', slice: 0, build: 1 })).not.toMatch(pattern);
    expect(postsAlias('t1-')).not.toMatch(pattern);
    expect(indexTemplateName('t1-')).toBe('t1-posts');
  });
});

describe('the version of a document', () => {
  it('increases with the rev, and more with the epoch', () => {
    expect(documentVersion(1, 1)).toBe(2 ** 40 + 1);
    expect(documentVersion(1, 2)).toBeGreaterThan(documentVersion(1, 1));
    expect(documentVersion(2, 1)).toBeGreaterThan(documentVersion(1, 2 ** 40 - 1));
  });

  it('is exact for every rev of 40 bits and every epoch of 13', () => {
    expect(documentVersion(8191, 2 ** 40 - 1)).toBe(Number.MAX_SAFE_INTEGER);
    expect(documentVersion(8191, 2 ** 40 - 2)).toBe(Number.MAX_SAFE_INTEGER - 1);
  });

  test.each([
    [1, 0],
    [1, -1],
    [1, 1.5],
    [1, 2 ** 40],
    [1, Number.NaN],
    [0, 1],
    [-1, 1],
    [1.5, 1],
    [8192, 1],
    [Number.NaN, 1],
  ])('of epoch %d and rev %d is refused', (epoch, rev) => {
    expect(() => documentVersion(epoch, rev)).toThrow(RangeError);
  });
});

describe('names in Redis', () => {
  it('have no colon in names and ids, which BullMQ refuses', () => {
    expect(`${INDEX_QUEUE}${indexThreadKey({ boardId: 3, thread: 71 })}`).not.toContain(':');
  });

  it('have one id per thread', () => {
    const ids = [1, 11, 111].flatMap((boardId) => [1, 11, 111].map((thread) => indexThreadKey({ boardId, thread })));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('include a channel that needs no quotes in SQL', () => {
    expect(DIRTY_CHANNEL).toMatch(/^[a-z_]+$/);
  });
});
