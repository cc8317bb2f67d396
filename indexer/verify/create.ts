import type pg from 'pg';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import type { Outage } from '../runtime/outage.ts';
import type { IndexKeeper } from '../live/ports.ts';
import type { Clock, Random } from '../runtime/clock.ts';
import { Aliases } from './aliases.ts';
import { openComparison, type StoreAddresses } from './window-threads.ts';
import { ElasticsearchDocuments } from './elasticsearch-documents.ts';
import type { IndexVerifier } from './ports.ts';
import { PostgresRows } from './postgres-rows.ts';
import { Verifier } from './verifier.ts';

export interface CreateVerifierOptions {
  readonly pool: pg.Pool;
  readonly client: Elasticsearch;
  readonly outages: { readonly postgres: Outage; readonly elasticsearch: Outage };
  readonly keeper: IndexKeeper;
  readonly indexPrefix: string;
  readonly clock: Clock;
  readonly random: Random;
  /** For threads of its own where there is much to compare; null for none. */
  readonly addresses: StoreAddresses | null;
  /** Called with the number of differences that were just confirmed. */
  readonly onFound: (differences: number) => void;
}

export function createVerifier(options: CreateVerifierOptions): IndexVerifier {
  const { pool, client, outages, indexPrefix, addresses, ...ports } = options;
  const rows = new PostgresRows(pool, outages.postgres);
  const documents = new ElasticsearchDocuments(client, outages.elasticsearch);
  return new Verifier({
    ...ports,
    rows,
    documents,
    comparison: (count) => openComparison({ rows, documents, addresses }, count),
    aliases: new Aliases({ client, outage: outages.elasticsearch, rows, indexPrefix }),
  });
}
