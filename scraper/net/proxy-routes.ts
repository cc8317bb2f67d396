/** Connects to each host: directly to a public address, or through the proxy that the operator configured for the host. */
import { Agent, errors, Pool, ProxyAgent, type buildConnector, type Dispatcher } from 'undici';
import { AppError, toError } from '../../platform/errors.ts';
import { publicConnector, type Network } from '../../platform/public-connector.ts';

export interface ProxyRouteOptions extends Network {
  /** Addresses of proxies, by host without port. The proxy resolves and checks the host's address itself. */
  readonly proxies?: ReadonlyMap<string, string>;
  readonly headersMs: number;
  readonly idleMs: number;
}

export interface ProxyRoutes {
  dispatcherFor(url: URL): Dispatcher;
  /** Name of the proxy for a host; null for a direct connection. */
  proxyFor(url: URL): string | null;
  /** Waits for open requests. */
  close(): Promise<void>;
  /** Aborts open requests. */
  destroy(): Promise<void>;
}

/** The proxy failed before the request reached the host. */
class ProxyError extends AppError {
  constructor(what: string, cause?: unknown) {
    super('proxy_error', `the proxy ${what}`, { cause });
  }
}

export function createProxyRoutes({
  proxies = new Map(),
  headersMs,
  idleMs,
  ...network
}: ProxyRouteOptions): ProxyRoutes {
  const limits = { headersTimeout: headersMs, bodyTimeout: idleMs, keepAliveTimeout: 4_000 };
  const direct = new Agent({ ...limits, connect: publicConnector(headersMs, network) });
  const agents = new Map(
    [...new Set(proxies.values())].map((uri) => {
      const clientFactory = (origin: URL, options: object) => tunnels(new Pool(origin, options), headersMs);
      // The agent does not pass the limits on to its pools. The pool to the proxy itself forwards requests that need no tunnel.
      const factory = (origin: string | URL, { connect, ...options }: Pool.Options) => {
        const isProxy = new URL(origin).origin === new URL(uri).origin;
        const reach = isProxy && typeof connect === 'function' ? toProxy(connect) : connect;
        return new Pool(origin, { ...options, ...limits, ...(reach !== undefined && { connect: reach }) });
      };
      return [uri, new ProxyAgent({ ...limits, uri, clientFactory, factory, connectTimeout: headersMs })];
    }),
  );
  const all = [direct, ...agents.values()];
  const proxyOf = ({ hostname }: URL) => proxies.get(hostname) ?? '';
  return {
    dispatcherFor: (url) => agents.get(proxyOf(url)) ?? direct,
    proxyFor: (url) => (agents.has(proxyOf(url)) ? `proxy ${new URL(proxyOf(url)).host}` : null),
    close: async () => void (await Promise.all(all.map(async (agent) => agent.close()))),
    destroy: async () => void (await Promise.all(all.map(async (agent) => agent.destroy()))),
  };
}

/** Returns whether a request failed at its proxy. */
export function isProxyFailure(error: unknown): boolean {
  // undici's error for a forwarding proxy that requires a password.
  const wantsPassword = error instanceof errors.InvalidArgumentError && error.message.includes('(407)');
  return error instanceof ProxyError || wantsPassword;
}

/** Adds a time-out to the opening of tunnels: undici has none for CONNECT. */
function tunnels(pool: Pool, limitMs: number): Pool {
  const open = pool.connect.bind(pool);
  const connect = async (asked: Parameters<typeof open>[0]): Promise<Dispatcher.ConnectData> => {
    const late = AbortSignal.timeout(limitMs);
    const { signal } = asked;
    let answer: Dispatcher.ConnectData;
    try {
      answer = await open({ ...asked, signal: signal instanceof AbortSignal ? AbortSignal.any([signal, late]) : late });
    } catch (error) {
      throw new ProxyError(`cannot be reached: ${toError(error).message}`, error);
    }
    if (answer.statusCode === 200) return answer;
    answer.socket.on('error', () => undefined).destroy();
    throw new ProxyError(`answered CONNECT with status ${answer.statusCode}`);
  };
  return Object.assign(pool, { connect });
}

function toProxy(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    connect(options, (error, socket) => {
      if (error === null) callback(null, socket);
      else callback(new ProxyError(`cannot be reached: ${error.message}`, error), null);
    });
  };
}
