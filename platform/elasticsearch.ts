import { readFileSync } from 'node:fs';
import {
  Client,
  ClusterConnectionPool,
  HttpConnection,
  type ClientOptions,
  type ConnectionRequestOptions,
  type ConnectionRequestOptionsAsStream,
  type ConnectionRequestParams as Params,
  type ConnectionRequestResponse,
  type ConnectionRequestResponseAsStream,
} from '@elastic/elasticsearch';
import { ConfigError } from './errors.ts';
import { currentRequestId } from './request-id.ts';

/** Names the request that is being handled in Elasticsearch's slow log and list of tasks. */
class TracedConnection extends HttpConnection {
  override request(params: Params, options: ConnectionRequestOptions): Promise<ConnectionRequestResponse>;
  override request(
    params: Params,
    options: ConnectionRequestOptionsAsStream,
  ): Promise<ConnectionRequestResponseAsStream>;
  override async request(
    params: Params,
    options: ConnectionRequestOptions,
  ): Promise<ConnectionRequestResponse | ConnectionRequestResponseAsStream> {
    const id = currentRequestId();
    const named = id === null ? params : { ...params, headers: { ...params.headers, 'x-opaque-id': id } };
    return super.request(named, options);
  }
}

type NodeSelector = Extract<ClientOptions['nodeSelector'], (...args: never) => unknown>;

/**
 * Selects the node with the fewest open requests; equal ones take turns. A stopped, slow or busy node keeps its requests open, so the
 * others get its share. The client's default takes turns only.
 */
function leastBusyNode(): NodeSelector {
  let turn = 0;
  return (connections) => {
    turn = (turn + 1) % connections.length;
    const inTurn = [...connections.slice(turn), ...connections.slice(0, turn)];
    // oxlint-disable-next-line no-underscore-dangle -- the client has no other counter
    return inTurn.reduce((best, next) => (next._openRequests < best._openRequests ? next : best));
  };
}

/** @throws ConfigError when the file of the authority cannot be read. */
function readAccess(addresses: readonly string[]): Pick<ClientOptions, 'nodes' | 'auth' | 'tls'> {
  const urls = addresses.map((address) => new URL(address));
  const [first] = urls;
  // Base64 may contain +, which a query string means as a space.
  const apiKey = first?.searchParams.get('api_key')?.replaceAll(' ', '+') ?? null;
  const authority = first?.searchParams.get('ca') ?? null;
  for (const url of urls) url.search = '';
  return {
    nodes: urls.map(({ href }) => href),
    ...(apiKey !== null && { auth: { apiKey } }),
    ...(authority !== null && { tls: { ca: readAuthority(authority) } }),
  };
}

function readAuthority(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new ConfigError(`ELASTICSEARCH_URL names the authority ${path}, which cannot be read (${code})`, { cause });
  }
}

/** Creates the client of a process. The parameters `api_key` and `ca` of the first address are for all of them. Requests time out after 30 s and are retried twice on connection errors. */
export function createElasticsearch(urls: readonly string[]): Client {
  return new Client({
    ...readAccess(urls),
    Connection: TracedConnection,
    // The default pool ignores the selector.
    ConnectionPool: ClusterConnectionPool,
    nodeSelector: leastBusyNode(),
    requestTimeout: 30_000,
    maxRetries: 2,
    compression: false,
    // The default copies the whole request into every error, which took a third of an indexer's time while a node was unavailable. This
    // removes the headers, which contain the secrets.
    redaction: { type: 'remove' },
  });
}

export type { Client as Elasticsearch } from '@elastic/elasticsearch';
