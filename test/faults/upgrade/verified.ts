/** `sagasu verify` of either version: the search index equals the database, and a difference would be found. */
import { indexPattern } from '../../../mappings/elasticsearch/index-names.ts';
import { createElasticsearch, type Elasticsearch } from '../../../platform/elasticsearch.ts';
import { BOARD } from './forgetful-source.ts';
import type { Installation } from './installation.ts';

interface Verified {
  /** Documents that were compared. */
  readonly documents: number;
  /** Differences, and those that are left. */
  readonly found: number;
  readonly drift: number;
  readonly outdated: readonly string[];
}

/** The result of the board's verification, which may have found differences. */
async function verify(installation: Installation, ...options: readonly string[]): Promise<Verified> {
  const { text } = await installation.sagasu(['verify', BOARD, ...options]);
  const line = text.split('\n').findLast((one) => one.startsWith('{')) ?? '{}';
  const { status, details } = JSON.parse(line) as { status?: string; details?: Verified };
  if (status !== 'succeeded' || details === undefined) throw new Error(`the board was not verified: ${text}`);
  return details;
}

/** Deletes the document of a post in every index that has it. Returns their number. */
async function deleteDocument(elasticsearch: Elasticsearch, num: number): Promise<number> {
  const { hits } = await elasticsearch.search({ index: indexPattern(''), query: { term: { num } }, _source: false });
  for (const { _index: index, _id: id = '' } of hits.hits) await elasticsearch.delete({ index, id, refresh: true });
  return hits.hits.length;
}

/**
 * Returns a sentence per fault of the verification. A verification that compares nothing finds nothing either, so the number of documents
 * counts, and then one document is deleted, which must be found and repaired.
 */
export async function verificationFaults(
  installation: Installation,
  rows: number,
  lost: number,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const expectResult = (title: string, { documents, found, drift, outdated }: Verified, wanted: Partial<Verified>) => {
    const is = { documents, found, drift, outdated: outdated.length };
    const must = { documents: rows, found: 0, drift: 0, outdated: 0, ...wanted };
    if (JSON.stringify(is) !== JSON.stringify(must))
      faults.push(`${title}: ${JSON.stringify(is)} instead of ${JSON.stringify(must)}`);
  };
  expectResult('verify --deep', await verify(installation, '--deep'), {});
  const elasticsearch = createElasticsearch(await installation.elasticsearchUrls());
  try {
    if ((await deleteDocument(elasticsearch, lost)) === 0) faults.push(`no index has the post ${lost}`);
  } finally {
    await elasticsearch.close();
  }
  const damaged = await verify(installation);
  if (damaged.drift !== 1) faults.push(`verify finds ${damaged.drift} of 1 deleted documents`);
  const mended = await verify(installation, '--repair');
  if (mended.drift !== 0) faults.push(`verify --repair leaves ${mended.drift} differences`);
  expectResult('verify after the repair', await verify(installation), {});
  return faults;
}
