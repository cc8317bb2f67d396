import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Number of connections refused since the last `cut`. */
  readonly refused: number;
  /** Drops all connections and refuses new ones, like a server that was killed. */
  cut(): void;
  restore(): void;
  /** Keeps all connections and accepts new ones, but forwards no more answers. */
  stall(): void;
  /**
   * Forwards the next request that contains this text to the server and drops the answer. Resolves when the answer was
   * dropped.
   */
  loseAnswerTo(words: string): Promise<void>;
  close(): Promise<void>;
}

const APPLIED_MS = 100;

/** A proxy for any protocol over TCP. */
export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const answering = new Map<Socket, Socket>();
  let isCut = false;
  let refused = 0;
  let isStalled = false;
  let trap: { readonly words: string; readonly sprung: () => void } | undefined;
  const hold = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const proxy = createServer((near) => {
    if (isCut) {
      refused++;
      near.resetAndDestroy();
      return;
    }
    const far = connect(target.port, target.host);
    hold(near, far);
    hold(far, near);
    near.pipe(far);
    if (!isStalled) far.pipe(near);
    answering.set(far, near);
    far.on('close', () => answering.delete(far));
    near.on('data', (chunk: Buffer) => {
      if (trap === undefined || !chunk.includes(trap.words)) return;
      const { sprung } = trap;
      trap = undefined;
      far.unpipe(near);
      far.resume();
      // Gives the server time to carry out the request.
      setTimeout(() => {
        near.resetAndDestroy();
        sprung();
      }, APPLIED_MS);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    refused = 0;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (proxy.address() as AddressInfo).port,
    get refused() {
      return refused;
    },
    cut,
    restore() {
      isCut = false;
      for (const [far, near] of isStalled ? answering : []) far.pipe(near);
      isStalled = false;
    },
    stall() {
      isStalled = true;
      for (const [far, near] of answering) {
        far.unpipe(near);
        far.pause();
      }
    },
    async loseAnswerTo(words) {
      const { promise, resolve } = Promise.withResolvers<void>();
      trap = { words, sprung: resolve };
      await promise;
    },
    async close() {
      cut();
      await new Promise<void>((resolve) => proxy.close(() => resolve()));
    },
  };
}

/** The address of a proxy in front of the store at `url`: the same user and path at a port of this machine. */
export function atPort(url: string, port: number): string {
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String(port);
  // Otherwise the socket would be used.
  for (const socket of ['host', 'path']) address.searchParams.delete(socket);
  // The addresses of Elasticsearch have no path.
  return address.pathname === '/' ? address.href.slice(0, -1) : address.href;
}
