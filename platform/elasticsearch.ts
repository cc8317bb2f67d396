import { Client, HttpConnection } from '@elastic/elasticsearch';

/** Creates the client of a process. Requests time out after 30 s and are retried twice on connection errors. */
export function createElasticsearch(urls: readonly string[]): Client {
  return new Client({
    nodes: [...urls],
    Connection: HttpConnection,
    requestTimeout: 30_000,
    maxRetries: 2,
    compression: false,
    // The default copies the whole request into every error, which took a third of an indexer's time while a node was unavailable. This
    // removes the headers, which contain the secrets.
    redaction: { type: 'remove' },
  });
}

export type { Client as Elasticsearch } from '@elastic/elasticsearch';
