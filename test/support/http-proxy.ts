import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atPort } from './tcp-proxy.ts';

/**
 * How a request is treated: forwarded, answered by the proxy, cut off, or forwarded with its answer dropped, truncated
 * or changed.
 */
export type Treatment =
  | 'pass'
  | 'cut'
  | 'lose the answer'
  | 'halve the answer'
  | { readonly status: number; readonly body: string }
  | { readonly change: (answer: string) => string };

export interface HttpProxy {
  readonly url: string;
  /** Called for every request, which waits for the result. Tests may replace it at any time. */
  treat: (method: string, path: string, body: string) => Treatment | Promise<Treatment>;
  /** Called when a request has ended for its client, with or without an answer. */
  ended: (path: string, ms: number) => void;
  /** Called when the real server has answered a request in full. */
  answered: (path: string, body: string) => void;
  close(): Promise<void>;
}

type Forwarded = Exclude<Treatment, 'cut' | { readonly status: number }>;

/** Spoils the answer of a request that the server has carried out. */
async function spoil(
  treatment: Exclude<Forwarded, 'pass'>,
  answer: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks);
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
  if (treatment === 'lose the answer') {
    outgoing.destroy();
  } else if (treatment === 'halve the answer') {
    outgoing.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': whole.length });
    outgoing.write(whole.subarray(0, whole.length / 2), () => outgoing.destroy());
  } else {
    outgoing.writeHead(answer.statusCode ?? 502, headers).end(treatment.change(whole.toString()));
  }
}

/** Starts a proxy before a real server that spoils requests and answers on demand. */
export async function startHttpProxy(target: string): Promise<HttpProxy> {
  const upstream = new URL(target);
  const proxy = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const began = performance.now();
    outgoing.on('close', () => self.ended(incoming.url ?? '', performance.now() - began));
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const treatment = await self.treat(incoming.method ?? '', incoming.url ?? '', body.toString());
    if (treatment === 'cut') {
      incoming.socket.destroy();
    } else if (typeof treatment === 'object' && 'status' in treatment) {
      const headers = { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' };
      outgoing.writeHead(treatment.status, headers).end(treatment.body);
    } else {
      forward(incoming, outgoing, body, treatment);
    }
  };
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, treatment: Forwarded) => {
    const { method, url, headers } = incoming;
    const onward = request(
      { host: upstream.hostname, port: upstream.port, method, path: url, headers: { ...headers, host: upstream.host } },
      (answer) => {
        if (treatment !== 'pass') {
          void spoil(treatment, answer, outgoing).catch(() => incoming.socket.destroy());
        } else {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          answer.on('end', () => self.answered(url ?? '', body.toString()));
        }
      },
    );
    onward.on('error', () => incoming.socket.destroy());
    // Forwards the client's disconnect, so that Elasticsearch can cancel the request.
    if (treatment === 'pass') outgoing.on('close', () => onward.destroy());
    onward.end(body);
  };
  const self: HttpProxy = {
    url: '',
    treat: () => 'pass',
    ended: () => undefined,
    answered: () => undefined,
    async close() {
      proxy.closeAllConnections();
      await new Promise<void>((resolve) => proxy.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return Object.assign(self, { url: atPort(target, (proxy.address() as AddressInfo).port) });
}
