import { Client, HttpConnection } from '@elastic/elasticsearch';

/** One client for the process. Retries and their limits are the caller's: only it knows whether a call may be repeated. */
export function createElasticsearch(urls: readonly string[]): Client {
  return new Client({
    nodes: [...urls],
    Connection: HttpConnection,
    requestTimeout: 30_000,
    maxRetries: 2,
    compression: false,
  });
}

export type { Client as Elasticsearch } from '@elastic/elasticsearch';
