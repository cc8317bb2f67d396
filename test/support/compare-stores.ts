import { sliceOf } from '../../mappings/board.ts';
import { documentId, toPostDocument } from '../../mappings/elasticsearch/post-document.ts';
import { documentVersion, isVersionOf } from '../../mappings/elasticsearch/version.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import { fieldsOf, readFields, type GivenDocument } from './read-fields.ts';
import type { TestBoard } from './builders.ts';
import type { World } from './world.ts';

export interface Comparison {
  /** Rows in PostgreSQL. */
  readonly rows: number;
  /** Documents in the indices of the given state. */
  readonly documents: number;
  /** One sentence per difference; the first hundred. */
  readonly differences: readonly string[];
}

const SHOWN = 100;
const PAGE = 1_000;

export interface ComparisonOptions {
  /** Compares only this board. */
  readonly board?: TestBoard;
  readonly state?: 'live' | 'standby';
  readonly isExpected?: (difference: string) => boolean;
}

/**
 * Reads both stores completely, or one board of them. Every row must have one document in the index of its slice, with the version and
 * content that follow from the row, and there must be no other documents. Versions of an earlier epoch are allowed. In an index without
 * documents, the values of all fields and the terms of texts are compared.
 */
export async function compareStores(
  world: World,
  { board, state = 'live', isExpected = () => false }: ComparisonOptions = {},
): Promise<Comparison> {
  const { rows: indices } = await world.pool.query<{
    name: string;
    board: string;
    slice: string;
    has_documents: boolean;
    is_shared: boolean;
  }>(
    `select i.name, b.name as board, i.slice, i.has_documents, i.is_shared from indices i join boards b on b.id = i.board_id
      where i.state = $1 and ($2::int is null or i.board_id = $2)`,
    [state, board?.id],
  );
  const indexOf = new Map(indices.map((index) => [`${index.board} ${index.slice}`, index]));
  const { rows } = await world.pool.query<PostRow & { board_id: number; slice_size: string; epoch: string }>(
    `select p.board_id, b.slice_size, (select epoch from sync_state) as epoch, ${POST_COLUMNS}
       from posts p join boards b on b.id = p.board_id where $1::int is null or p.board_id = $1`,
    [board?.id],
  );
  const ofIds: (GivenDocument & { readonly index: string })[] = [];
  const expected = new Map<string, string>();
  const epoch = Number(rows[0]?.epoch ?? 1);
  for (const row of rows) {
    const post = toPost(row);
    const index = indexOf.get(`${row.board} ${sliceOf(post.num, Number(row.slice_size))}`);
    // After a rebuild of one board, only some slices have a standby index.
    if (index === undefined && state === 'standby') continue;
    const version = documentVersion(epoch, post.rev);
    const document = toPostDocument(post, row.board_id);
    if (index?.has_documents !== false) expected.set(documentId(post), `${index?.name} ${describe(version, document)}`);
    else ofIds.push({ id: documentId(post), version, document, index: index.name });
  }
  for (const [index, given] of Map.groupBy(ofIds, (document) => document.index)) {
    const fields = await fieldsOf(world, given);
    for (const { id, version } of given) {
      expected.set(id, `${index} ${describe(version, fields.get(id)?.fields ?? {})}`);
    }
  }
  const differences: string[] = [];
  let documents = 0;
  for (const { name, board: of, has_documents: hasDocuments, is_shared: isShared } of indices) {
    const all = hasDocuments ? allDocuments(world, name, isShared ? of : null) : allFields(world, name);
    for await (const { id, version, source } of all) {
      documents++;
      const rev = Number([source['rev']].flat()[0]);
      const present = isVersionOf(version, epoch, rev) ? documentVersion(epoch, rev) : version;
      const found = `${name} ${describe(present, source)}`;
      const wanted = expected.get(id);
      if (wanted === undefined) differences.push(`${id} is in Elasticsearch once too often: ${found}`);
      else if (wanted !== found) differences.push(`${id} should be ${wanted}, is ${found}`);
      expected.delete(id);
    }
  }
  for (const [id, wanted] of expected) differences.push(`${id} is missing: ${wanted}`);
  const unexpected = differences.filter((difference) => !isExpected(difference));
  return { rows: rows.length, documents, differences: unexpected.slice(0, SHOWN) };
}

/** The order of fields does not matter. */
function describe(version: number, document: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(document).sort(([a], [b]) => (a < b ? -1 : 1));
  return `version ${version} ${JSON.stringify(Object.fromEntries(fields))}`;
}

interface FoundDocument {
  readonly id: string;
  readonly version: number;
  readonly source: Readonly<Record<string, unknown>>;
}

async function* allFields(world: World, index: string): AsyncGenerator<FoundDocument> {
  for await (const { id, version, fields } of readFields(world, index)) yield { id, version, source: fields };
}

/** Pages by num, because `_id` cannot be sorted by. Within a slice, num and subnum are unique. */
async function* allDocuments(world: World, index: string, board: string | null): AsyncGenerator<FoundDocument> {
  await world.elasticsearch.indices.refresh({ index });
  let after: (string | number)[] | undefined;
  for (;;) {
    const page = await world.elasticsearch.search<Record<string, unknown>>({
      index,
      size: PAGE,
      version: true,
      ...(board !== null && { query: { term: { board } } }),
      sort: [{ num: 'asc' }, { subnum: 'asc' }],
      ...(after === undefined ? {} : { search_after: after }),
    });
    for (const hit of page.hits.hits) {
      yield { id: hit._id ?? '', version: hit._version ?? -1, source: hit._source ?? {} };
    }
    const last = page.hits.hits.at(-1);
    if (last === undefined || page.hits.hits.length < PAGE) return;
    after = last.sort as (string | number)[];
  }
}
