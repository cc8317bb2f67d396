/** Compares the indices that searches read with those that PostgreSQL lists, and their mappings with those of this version. */
import type { estypes } from '@elastic/elasticsearch';
import { boardAlias, indexPattern, postsAlias } from '../../mappings/elasticsearch/index-names.ts';
import { propertiesOfVersion } from '../../mappings/elasticsearch/post-index.ts';
import { faultIf, type DoctorContext, type Fault } from './check.ts';

interface LiveRow {
  readonly name: string;
  readonly board: string;
  readonly mapping_version: number;
  readonly refilling: boolean;
}

/** Reads the small table. */
const LIVE_INDICES = `
select i.name, b.name as board, i.mapping_version, i.refilling_since is not null as refilling
from indices i join boards b on b.id = i.board_id where i.state = 'live' order by i.name, b.name`;

const TIMEOUT_MS = 10_000;

export async function liveIndexFaults(context: DoctorContext, about: 'state' | 'mapping'): Promise<readonly Fault[]> {
  const { pool, elasticsearch, config } = context;
  const { indexPrefix } = config;
  const options = { requestTimeout: TIMEOUT_MS, maxRetries: 1 };
  const wanted = { index: indexPattern(indexPrefix), expand_wildcards: 'all' } as const;
  const [{ rows }, found, open] = await Promise.all([
    pool.query<LiveRow>(LIVE_INDICES),
    elasticsearch.indices.get({ ...wanted, features: ['aliases', 'mappings'] }, options),
    elasticsearch.cluster.health({ ...wanted, level: 'indices', expand_wildcards: 'open' }, options),
  ]);
  const faults = rows.flatMap((row) => {
    const index = found[row.name];
    if (about === 'mapping') return index === undefined ? [] : mappingFaults(row, index.mappings ?? {});
    if (index === undefined) {
      return faultIf(!row.refilling, `the index ${row.name} of /${row.board}/ is missing`);
    }
    if (open.indices?.[row.name] === undefined) return [{ text: `the index ${row.name} of /${row.board}/ is closed` }];
    const aliases = [boardAlias(indexPrefix, row.board), postsAlias(indexPrefix)];
    return aliases
      .filter((alias) => index.aliases?.[alias] === undefined)
      .map((alias) => ({ text: `the index ${row.name} lacks its alias ${alias}` }));
  });
  return [...new Map(faults.map((fault) => [fault.text, fault])).values()];
}

function mappingFaults(row: LiveRow, { properties = {}, dynamic }: estypes.MappingTypeMapping): readonly Fault[] {
  const fix = `sagasu reindex ${row.board}`;
  const fields = differingFields(propertiesOfVersion(row.mapping_version), properties);
  return [
    ...fields.map((field) => ({ text: `the index ${row.name} has another mapping of the field ${field}`, fix })),
    ...faultIf(String(dynamic) !== 'strict', `the index ${row.name} accepts fields without a mapping`, { fix }),
  ];
}

type Properties = Readonly<Record<string, object>>;

/** Paths of the fields that `present` lacks, or has with another type or analyzer. Pure. */
export function differingFields(wanted: Properties, present: Properties, above = ''): readonly string[] {
  return Object.entries(wanted).flatMap(([field, mapping]) => {
    const found = present[field];
    const path = `${above}${field}`;
    if (found === undefined) return [path];
    const below = differingFields(propertiesOf(mapping), propertiesOf(found), `${path}.`);
    const isSame = (['type', 'analyzer'] as const).every((key) => valueOf(mapping, key) === valueOf(found, key));
    return isSame ? below : [path];
  });
}

/** Elasticsearch leaves out the type `object`. */
function valueOf(mapping: object, key: 'type' | 'analyzer'): unknown {
  const { [key]: value } = mapping as Readonly<Record<string, unknown>>;
  return value === 'object' ? undefined : value;
}

function propertiesOf(mapping: object): Properties {
  const { properties = {}, fields = {} } = mapping as {
    readonly properties?: Properties;
    readonly fields?: Properties;
  };
  return { ...properties, ...fields };
}
