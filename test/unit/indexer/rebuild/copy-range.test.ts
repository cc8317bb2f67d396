import { MAPPING_VERSION } from '../../../../mappings/elasticsearch/post-index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OpenRange, Position, CopiedPage } from '../../../../indexer/rebuild/ports.ts';
import { copyRange } from '../../../../indexer/rebuild/copy-range.ts';
import type { BulkRequest } from '../../../../indexer/live/bulk-request.ts';
import { documentId } from '../../../../mappings/elasticsearch/post-document.ts';
import type { Post } from '../../../../mappings/post.ts';
import { operationsOf } from '../../../simulation/elasticsearch.ts';
import { aPost } from '../../../support/builders.ts';

const RANGE: OpenRange = {
  taskId: 1,
  slice: 0,
  firstNum: 1,
  boardId: 1,
  board: 'long',
  indexName: 'long-0-1',
  hasDocuments: true,
  mappingVersion: MAPPING_VERSION,
  epoch: 1,
  lastNum: 1_000,
  done: { num: 0, subnum: 0 },
};

interface Walked {
  readonly lists: readonly BulkRequest[];
  readonly pages: readonly CopiedPage[];
  /** Read posts, including those that were left to the next page. */
  readonly read: number;
}

async function walk(posts: readonly Post[], page: { posts: number; bytes: number }): Promise<Walked> {
  const lists: BulkRequest[] = [];
  const pages: CopiedPage[] = [];
  let count = 0;
  const read = async (_: OpenRange, after: Position, limit: number, take: (post: Post) => void) => {
    for (const post of posts.filter(({ num }) => num > after.num).slice(0, limit)) {
      count++;
      take(post);
    }
  };
  const write = async (list: BulkRequest) => {
    lists.push(list);
    return Array.from({ length: list.length }, () => ({ kind: 'stored' }) as const);
  };
  await copyRange(
    RANGE,
    {
      ranges: {
        open: async () => RANGE,
        read,
        save: async (_, saved) => pages.push(saved) > 0,
        isWanted: async () => true,
      },
      search: { write },
      results: { commitBatch: () => Promise.reject(new Error('nothing is refused')) },
      indices: { restoreLost: noneLost, ensureLive: noneLost },
      onCounts: () => undefined,
      onDefect: (_, error) => {
        throw error;
      },
    },
    {
      clock: { wait: () => Promise.reject(new Error('there is nothing to wait for')) },
      random: Math.random,
      closing: new AbortController().signal,
      page,
    },
  );
  return { lists, pages, read: count };
}

const noneLost = () => Promise.reject(new Error('no index is lost'));
const idsOf = (list: BulkRequest): string[] => operationsOf(list).map(({ id }) => id);

test('posts of any length are written once and in order, and a page ends by posts or by bytes', async () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 60 });
  const page = fc.record({ posts: fc.integer({ min: 1, max: 20 }), bytes: fc.integer({ min: 1, max: 40_000 }) });
  await fc.assert(
    fc.asyncProperty(lengths, page, async (comments, most) => {
      const posts = comments.map((length, index) =>
        aPost({ board: 'long', num: index + 1, comment: 'x'.repeat(length) }),
      );
      const { lists, pages } = await walk(posts, most);
      expect(lists.flatMap(idsOf)).toEqual(posts.map(documentId));
      for (const list of lists) {
        expect(list.length).toBeLessThanOrEqual(most.posts);
        expect(list.bytes(0, list.length - 1).length).toBeLessThan(most.bytes);
      }
      expect(pages.map(({ isLast }) => isLast)).toEqual([...pages.slice(1).map(() => false), true]);
      expect(pages.slice(1).map(({ from }) => from)).toEqual(pages.slice(0, -1).map(({ to }) => to));
      expect(pages.reduce((sum, { documents }) => sum + documents, 0)).toBe(posts.length);
    }),
  );
});

test('on a board of long posts only the first page reads more posts than fit', async () => {
  const posts = Array.from({ length: 900 }, (_, index) =>
    aPost({ board: 'long', num: index + 1, comment: 'x'.repeat(10_000) }),
  );
  const { lists, read } = await walk(posts, { posts: 400, bytes: 500_000 });
  expect(Math.max(...lists.map(({ byteLength }) => byteLength))).toBeLessThan(520_000);
  expect(read).toBeLessThan(900 + 400);
});
