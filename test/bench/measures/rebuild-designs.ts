/**
 * The copy of a rebuild with the indices and documents of today, against those of mapping version 4: same rows, same reading, same bulk
 * requests, two of them under way. Version 4 has its own analysis and codec, and offsets for a highlighter.
 */
import { documentId, toPostDocument } from '../../../mappings/elasticsearch/post-document.ts';
import { FILLING_SETTINGS, postIndexSettings, postMappingOf } from '../../../mappings/elasticsearch/post-index.ts';
import { documentVersion } from '../../../mappings/elasticsearch/version.ts';
import type { Post } from '../../../mappings/post.ts';
import { toPostOfRecord } from '../../../mappings/postgres/post-record.ts';
import { BulkRequest } from '../../../indexer/live/bulk-request.ts';
import { READ_PAGE } from '../../../indexer/rebuild/sql.ts';
import { documentOfVersion4, INDEX_OF_VERSION_4 } from '../../fixtures/upgrade/post-index-v4.ts';
import type { World } from '../../support/world.ts';
import { askElasticsearch } from '../ask-elasticsearch.ts';
import { BENCH_BOARD } from '../corpus.ts';
import { timed, toMeasure, type Measure } from '../measure.ts';

const ROUNDS = 3;
const PAGE = 4_000;
const IN_FLIGHT = 2;

interface Design {
  readonly name: string;
  readonly settings: object;
  readonly mappings: object;
  readonly toDocument: (post: Post, boardId: number) => object;
}

const VERSION_4: Design = {
  name: 'mapping version 4',
  settings: INDEX_OF_VERSION_4.settings.index,
  mappings: INDEX_OF_VERSION_4.mappings,
  toDocument: documentOfVersion4,
};
const today = (hasDocuments: boolean): Design => ({
  name: hasDocuments ? 'with documents' : 'without documents',
  settings: postIndexSettings({ replicas: 0 }),
  mappings: postMappingOf(hasDocuments),
  toDocument: (post, boardId) => toPostDocument(post, boardId, hasDocuments),
});

export async function measureRebuildDesigns(
  world: World,
  boardId: number,
  posts: number,
  say: (line: string) => void,
): Promise<readonly Measure[]> {
  const designs = [VERSION_4, today(true), today(false)];
  const speeds = new Map(designs.map((design) => [design, [] as number[]]));
  // The first copy finds cold caches.
  await copy(world, boardId, VERSION_4);
  for (let round = 0; round < ROUNDS; round++) {
    for (const design of designs) {
      const { seconds, bytes } = await copy(world, boardId, design);
      say(`copied, ${design.name}: ${seconds.toFixed(1)} s, ${Math.round(bytes / posts)} bytes a post before merges`);
      speeds.get(design)?.push(posts / seconds);
    }
  }
  const old = speeds.get(VERSION_4) ?? [];
  return designs.slice(1).map((design) =>
    toMeasure(
      `rebuild: the copy, ${design.name}`,
      (speeds.get(design) ?? []).map((speed, round): [number, number] => [speed, old[round] ?? Number.NaN]),
      { at: 'least', ratio: 1.3 },
      'posts/s',
      VERSION_4.name,
    ),
  );
}

async function copy(world: World, boardId: number, { settings, mappings, toDocument }: Design) {
  const { elasticsearch, pool, elasticsearchUrls } = world;
  const [url = ''] = elasticsearchUrls;
  const index = `${world.indexPrefix}design`;
  await elasticsearch.indices.create({
    index,
    settings: JSON.parse(JSON.stringify({ index: { ...settings, ...FILLING_SETTINGS } })),
    mappings: JSON.parse(JSON.stringify(mappings)),
  });
  const { rows } = await pool.query<{ first: string; last: string }>(
    'select min(num) as first, max(num) as last from posts where board_id = $1',
    [boardId],
  );
  const [first, last] = [Number(rows[0]?.first), Number(rows[0]?.last)];
  const copyNums = async (from: number, to: number) => {
    for (let after = { num: from - 1, subnum: 2_147_483_647 }; ;) {
      const page = await pool.query<{ record: string; comment: string | null }>(READ_PAGE, [
        boardId,
        after.num,
        after.subnum,
        to,
        PAGE,
      ]);
      const request = new BulkRequest();
      for (const { record, comment } of page.rows) {
        const post = toPostOfRecord({ board: BENCH_BOARD, record, comment });
        const source = JSON.stringify(toDocument(post, boardId));
        request.add({ id: documentId(post), version: documentVersion(1, post.rev), source, indices: [index] });
        after = { num: post.num, subnum: post.subnum };
      }
      if (request.length > 0) {
        const path = '_bulk?filter_path=errors';
        const answer = await askElasticsearch(url, path, request.bytes(), 'application/x-ndjson');
        if (((await answer.body.json()) as { errors: boolean }).errors) throw new Error('a document was refused');
      }
      if (page.rows.length < PAGE) return;
    }
  };
  const span = Math.ceil((last - first + 1) / IN_FLIGHT);
  const took = await timed(() =>
    Promise.all(
      Array.from({ length: IN_FLIGHT }, (_, part) =>
        copyNums(first + part * span, Math.min(last, first + (part + 1) * span - 1)),
      ),
    ),
  );
  await elasticsearch.indices.flush({ index });
  const { _all: all } = await elasticsearch.indices.stats({ index, metric: 'store' });
  await elasticsearch.indices.delete({ index });
  return { seconds: took / 1000, bytes: all.primaries?.store?.size_in_bytes ?? 0 };
}
