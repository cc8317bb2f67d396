/** Readable content of each document of an index without documents: the values of its fields, and the terms of its texts. */
import type { estypes } from '@elastic/elasticsearch';
import { mappingOf, postIndexSettings, postMapping, postMappingOf } from '../../mappings/elasticsearch/post-index.ts';
import type { World } from './world.ts';

export interface FoundFields {
  readonly id: string;
  readonly version: number;
  readonly fields: Readonly<Record<string, readonly unknown[]>>;
}

export interface GivenDocument {
  readonly id: string;
  readonly version: number;
  readonly document: object;
}

const PAGE = 1_000;
const TEXTS = Object.keys(postMapping.properties).filter((field) => mappingOf(field).type === 'text');
const FIELDS = [...Object.keys(postMapping.properties).filter((field) => field !== 'rest'), 'name.raw'];

/** Makes the terms of texts readable. A setting of the mapping without an effect on the disk. */
async function readableTexts(world: World, index: string): Promise<void> {
  const properties = Object.fromEntries(
    TEXTS.map((field) => [field, { ...mappingOf(field), fielddata: true } as estypes.MappingTextProperty]),
  );
  await world.elasticsearch.indices.putMapping({ index, properties });
}

/** All documents of an index by num, then subnum, page by page. */
export async function* readFields(world: World, index: string): AsyncGenerator<FoundFields> {
  await readableTexts(world, index);
  await world.elasticsearch.indices.refresh({ index });
  let after: (string | number)[] | undefined;
  for (;;) {
    const { hits } = await world.elasticsearch.search({
      index,
      size: PAGE,
      version: true,
      _source: false,
      docvalue_fields: FIELDS,
      sort: [{ num: 'asc' }, { subnum: 'asc' }],
      ...(after === undefined ? {} : { search_after: after }),
    });
    for (const { _id: id = '', _version: version = -1, fields = {} } of hits.hits) {
      yield { id, version, fields: fields as FoundFields['fields'] };
    }
    const last = hits.hits.at(-1);
    if (last === undefined || hits.hits.length < PAGE) return;
    after = last.sort as (string | number)[];
  }
}

/** The content of an index of ids for these documents, by id: they are written to one that is then dropped. */
export async function fieldsOf(
  world: World,
  documents: readonly GivenDocument[],
): Promise<ReadonlyMap<string, FoundFields>> {
  const index = `${world.indexPrefix}expected-${Math.random().toString(36).slice(2)}`;
  await world.elasticsearch.indices.create({
    index,
    settings: JSON.parse(JSON.stringify(postIndexSettings({ replicas: 0 }))),
    mappings: JSON.parse(JSON.stringify(postMappingOf(false))),
  });
  try {
    for (let at = 0; at < documents.length; at += PAGE) {
      const operations = documents
        .slice(at, at + PAGE)
        .flatMap(({ id, version, document }) => [
          { index: { _id: id, version, version_type: 'external' as const } },
          document,
        ]);
      const { errors } = await world.elasticsearch.bulk({ index, operations });
      if (errors) throw new Error('an expected document was refused');
    }
    const found = new Map<string, FoundFields>();
    for await (const one of readFields(world, index)) found.set(one.id, one);
    return found;
  } finally {
    await world.elasticsearch.indices.delete({ index });
  }
}
