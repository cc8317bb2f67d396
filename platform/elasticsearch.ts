import { Client, HttpConnection } from '@elastic/elasticsearch';

/** One client for the process. Retries and their limits are the caller's: only it knows whether a call may be repeated. */
export function createElasticsearch(urls: readonly string[]): Client {
  return new Client({
    nodes: [...urls],
    Connection: HttpConnection,
    requestTimeout: 30_000,
    maxRetries: 2,
    compression: false,
    // The default copies the whole request into every error: with bulks on their way to a node that is away, that was a
    // third of an indexer's work. This takes the headers away, where the secrets are.
    redaction: { type: 'remove' },
  });
}

export type { Client as Elasticsearch } from '@elastic/elasticsearch';
