/** How hosts are reached: by a connection of our own to a public address, or through a proxy that an operator names for the host. */
import { Agent, errors, Pool, ProxyAgent, type buildConnector, type Dispatcher } from 'undici';
import { AppError, toError } from '../../platform/errors.ts';
import { publicConnector, type Network } from './connected-address.ts';

export interface ProxyRouteOptions extends Network {
  /** Addresses of proxies, by host without port. What stands behind a proxy it looks up and checks itself. */
  readonly proxies?: ReadonlyMap<string, string>;
  readonly headersMs: number;
  readonly idleMs: number;
}

export interface ProxyRoutes {
  to(url: URL): Dispatcher;
  /** What the proxy is called that a host is asked through; null for one that is asked directly. */
  through(url: URL): string | null;
  /** Waits for answers under way. */
  close(): Promise<void>;
  /** Does not. */
  destroy(): Promise<void>;
}

/** The proxy did not lead to the host. Nothing is known of the host itself. */
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
      // Of its own accord the agent gives its pools no limits. Those to the proxy itself forward what needs no tunnel.
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
    to: (url) => agents.get(proxyOf(url)) ?? direct,
    through: (url) => (agents.has(proxyOf(url)) ? `proxy ${new URL(proxyOf(url)).host}` : null),
    close: async () => void (await Promise.all(all.map(async (agent) => agent.close()))),
    destroy: async () => void (await Promise.all(all.map(async (agent) => agent.destroy()))),
  };
}

/** Whether a request failed on the way, before the host was asked. */
export function isProxyFailure(error: unknown): boolean {
  // What undici makes of a proxy that wants a password, which forwards and therefore has no tunnel to refuse.
  const wantsPassword = error instanceof errors.InvalidArgumentError && error.message.includes('(407)');
  return error instanceof ProxyError || wantsPassword;
}

/** The pool, whose tunnels are there in time or not at all. A CONNECT has no limit of its own. */
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
    throw new ProxyError(`answered ${answer.statusCode} instead of leading to the host`);
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
