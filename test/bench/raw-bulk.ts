/**
 * The upper limit for everything that fills an index: one Node process sends prebuilt bodies from memory to `_bulk`.
 */
import { documentId, toPostDocument } from '../../mappings/elasticsearch/post-document.ts';
import { FILLING_SETTINGS, postIndexSettings, postMapping } from '../../mappings/elasticsearch/post-index.ts';
import { documentVersion } from '../../mappings/elasticsearch/version.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import type { World } from '../support/world.ts';
import { timed } from './measure.ts';
import { askElasticsearch } from './ask-elasticsearch.ts';

const BODY_BYTES = 5 * 1024 * 1024;
/** Two concurrent requests reach the limit on a small machine: one reaches half of it, four no more than two. */
const BODIES_IN_FLIGHT = 2;
const ROWS_PER_PAGE = 5_000;

/** Builds bodies with `index` operations for the board's posts in the order of num, at most `limit` posts. */
export async function prebuildBodies(
  world: World,
  boardId: number,
  index: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly Buffer[]> {
  const bodies: Buffer[] = [];
  let lines: string[] = [];
  let bytes = 0;
  let taken = 0;
  const endBody = () => {
    // Buffers are outside the heap: a million posts take most of a gigabyte.
    if (lines.length > 0) bodies.push(Buffer.from(lines.join('')));
    lines = [];
    bytes = 0;
  };
  for await (const row of allRows(world, boardId)) {
    const post = toPost(row);
    const action = {
      index: { _index: index, _id: documentId(post), version: documentVersion(1, post.rev), version_type: 'external' },
    };
    const line = `${JSON.stringify(action)}\n${JSON.stringify(toPostDocument(post, boardId))}\n`;
    lines.push(line);
    bytes += line.length;
    if (bytes > BODY_BYTES) endBody();
    taken += 1;
    if (taken === limit) break;
  }
  endBody();
  return bodies;
}

async function* allRows(world: World, boardId: number): AsyncGenerator<PostRow> {
  let after = '0';
  for (;;) {
    const { rows } = await world.pool.query<PostRow>(
      `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id
        where p.board_id = $1 and p.num > $2 order by p.num limit ${ROWS_PER_PAGE}`,
      [boardId, after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.num;
  }
}

export async function sendBodies(world: World, bodies: readonly Buffer[]): Promise<void> {
  const [url = ''] = world.elasticsearchUrls;
  const waiting = bodies.values();
  await Promise.all(
    Array.from({ length: BODIES_IN_FLIGHT }, async () => {
      for (const body of waiting) {
        const answer = await askElasticsearch(url, '_bulk?filter_path=errors', body, 'application/x-ndjson');
        const { errors } = (await answer.body.json()) as { errors: boolean };
        if (errors) throw new Error('the raw bulk had errors');
      }
    }),
  );
}

/** Seconds to send the bodies into an index with the settings of an index under construction. */
export async function rawCeiling(world: World, index: string, bodies: readonly Buffer[]): Promise<number> {
  await world.elasticsearch.indices.create({
    index,
    settings: { index: { ...postIndexSettings({ replicas: 0 }), ...FILLING_SETTINGS } } as object,
    mappings: postMapping,
  });
  const took = await timed(() => sendBodies(world, bodies));
  await world.elasticsearch.indices.delete({ index });
  return took / 1000;
}
