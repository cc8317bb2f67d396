import { sliceOf } from '../../mappings/board.ts';
import { documentVersion } from '../../mappings/elasticsearch/version.ts';
import type { World } from './world.ts';

export interface Comparison {
  /** Rows in PostgreSQL. */
  readonly rows: number;
  /** Documents in the live indices. */
  readonly documents: number;
  /** One sentence a difference; the first hundred. */
  readonly differences: readonly string[];
}

const SHOWN = 100;
const PAGE = 1_000;

/**
 * Reads both stores whole: every row is one document, in the live index of its slice, with the row's rev and the version made
 * of it, and there is no other document in any live index.
 */
export async function compareStores(world: World): Promise<Comparison> {
  const indices = await world.pool.query<{ name: string; board: string; slice: string }>(
    `select i.name, b.name as board, i.slice from indices i join boards b on b.id = i.board_id where i.state = 'live'`,
  );
  const rows = await world.pool.query<{
    board: string;
    num: string;
    subnum: number;
    rev: string;
    hidden: boolean;
    slice_size: string;
    epoch: string;
  }>(
    `select b.name as board, p.num, p.subnum, p.rev, p.hidden, b.slice_size, (select epoch from sync_state) as epoch
       from posts p join boards b on b.id = p.board_id`,
  );
  const expected = new Map(
    rows.rows.map((row) => {
      const slice = sliceOf(Number(row.num), Number(row.slice_size));
      const index = indices.rows.find((live) => live.board === row.board && Number(live.slice) === slice)?.name;
      const version = documentVersion(Number(row.epoch), Number(row.rev));
      const state = row.hidden ? 'hidden' : 'visible';
      return [`${row.board}.${row.num}.${row.subnum}`, `${index} rev ${row.rev} version ${version} ${state}`];
    }),
  );
  const differences: string[] = [];
  let documents = 0;
  for (const { name } of indices.rows) {
    for await (const { id, rev, version, state } of allDocuments(world, name)) {
      documents++;
      const found = `${name} rev ${rev} version ${version} ${state}`;
      const wanted = expected.get(id);
      if (wanted === undefined) differences.push(`${id} is in Elasticsearch once too often: ${found}`);
      else if (wanted !== found) differences.push(`${id} should be ${wanted}, is ${found}`);
      expected.delete(id);
    }
  }
  for (const [id, wanted] of expected) differences.push(`${id} is missing: ${wanted}`);
  return { rows: rows.rows.length, documents, differences: differences.slice(0, SHOWN) };
}

interface FoundDocument {
  readonly id: string;
  readonly rev: number;
  readonly version: number;
  readonly state: string;
}

/** By num: `_id` cannot be sorted by, and slices of one board have no two documents with the same num and subnum. */
async function* allDocuments(world: World, index: string): AsyncGenerator<FoundDocument> {
  await world.elasticsearch.indices.refresh({ index });
  let after: (string | number)[] | undefined;
  for (;;) {
    const page = await world.elasticsearch.search<{ rev: number; state: string }>({
      index,
      size: PAGE,
      version: true,
      sort: [{ num: 'asc' }, { subnum: 'asc' }],
      _source: ['rev', 'state'],
      ...(after === undefined ? {} : { search_after: after }),
    });
    for (const hit of page.hits.hits) {
      yield {
        id: hit._id ?? '',
        rev: hit._source?.rev ?? -1,
        version: hit._version ?? -1,
        state: hit._source?.state ?? '',
      };
    }
    const last = page.hits.hits.at(-1);
    if (last === undefined || page.hits.hits.length < PAGE) return;
    after = last.sort as (string | number)[];
  }
}
