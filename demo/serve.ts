import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { toError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { listenError } from '../platform/ports.ts';
import { SETTINGS } from '../platform/settings.ts';
import { handleControl } from './control.ts';
import { createFaults, sendFaulty, type Answer, type Faults } from './faults.ts';
import { createMedia } from './media.ts';
import {
  archiveDocument,
  boardsDocument,
  catalogDocument,
  pageDocument,
  tailDocument,
  threadDocument,
  threadsDocument,
} from './present.ts';
import { DemoRefusal } from './refusal.ts';
import type { DemoSite } from './site.ts';
import { createTraffic, type PathKind, type Traffic } from './traffic.ts';

export interface DemoServer {
  /** `http://127.0.0.1:9700`, without a slash at the end: API and files alike. */
  readonly url: string;
  readonly traffic: Traffic;
  readonly faults: Faults;
  close(): Promise<void>;
}

export interface ServeOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  readonly logger?: Logger;
}

/** Serves the API and the files on one port. @throws PortTakenError */
export async function serveDemo(site: DemoSite, options: ServeOptions): Promise<DemoServer> {
  const { port, host = '127.0.0.1', clock = Date.now, logger } = options;
  const traffic = createTraffic(clock());
  const faults = createFaults();
  const find = createFinder(site);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://demo').pathname;
    if (path.startsWith('/_demo/')) {
      const { status, body } = await handleControl({ site, faults, traffic, clock }, request, path);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    const route = routeOf(path);
    traffic.arrived(route.kind, path, clock());
    const fault = faults.take(path);
    const found = await find(route);
    const made = answerFor(request, found);
    if (fault === null) await send(request, response, made);
    else await sendFaulty(response, fault, made);
    const bytes = made.body?.length ?? 0;
    traffic.answered(route.kind, response.statusCode, bytes);
    logger?.debug({ kind: route.kind, path, status: response.statusCode, fault: fault?.kind }, 'request');
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      const refusal = error instanceof DemoRefusal ? error : new DemoRefusal('internal', toError(error).message, 500);
      if (refusal.status >= 500) logger?.error({ err: toError(error) }, 'request failed');
      // The rest of a refused body is not read, so the connection cannot be reused.
      response.writeHead(refusal.status, { 'Content-Type': 'application/json', Connection: 'close' });
      response.end(JSON.stringify({ error: refusal.message, code: refusal.code }));
    });
  });
  const address = await listen(server, port, host);
  return {
    url: `http://${host}:${address.port}`,
    traffic,
    faults,
    close: async () => {
      const closed = promisify(server.close.bind(server))();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(listenError(error, { port, title: 'the demo source', setting: SETTINGS.demoPort.name }));
    });
    server.listen(port, host, resolve);
  });
  return server.address() as AddressInfo;
}

interface Route {
  readonly kind: PathKind;
  readonly board: string;
  readonly name: string;
}

const ROUTES: readonly (readonly [PathKind, RegExp])[] = [
  ['boards', /^\/()(boards)\.json$/],
  ['threads', /^\/([a-z0-9_-]+)\/(threads)\.json$/],
  ['catalog', /^\/([a-z0-9_-]+)\/(catalog)\.json$/],
  ['archive', /^\/([a-z0-9_-]+)\/(archive)\.json$/],
  ['page', /^\/([a-z0-9_-]+)\/(\d{1,4})\.json$/],
  ['thread', /^\/([a-z0-9_-]+)\/thread\/(\d{1,15})\.json$/],
  ['tail', /^\/([a-z0-9_-]+)\/thread\/(\d{1,15})-tail\.json$/],
  ['thumbnail', /^\/([a-z0-9_-]+)\/(\d+[sm]\.jpg)$/],
  ['file', /^\/([a-z0-9_-]+)\/(\d+\.[a-z0-9]+)$/],
];

function routeOf(path: string): Route {
  for (const [kind, pattern] of ROUTES) {
    const [, board, name] = pattern.exec(path) ?? [];
    if (board !== undefined && name !== undefined) return { kind, board, name };
  }
  return { kind: 'other', board: '', name: path };
}

interface Found {
  readonly type: string;
  /** Epoch seconds. */
  readonly lastModified: number;
  readonly body: Buffer;
}

function json(lastModified: number, document: unknown): Found | null {
  return document === null ? null : { type: 'application/json', lastModified, body: Buffer.from(apiJson(document)) };
}

function createFinder(site: DemoSite): (route: Route) => Promise<Found | null> {
  const media = createMedia(site);
  return async ({ kind, board: boardName, name }) => {
    if (kind === 'boards') return json(site.madeAt, boardsDocument(site.boards.values()));
    if (kind === 'other' && name === '/') return { type: 'text/plain', lastModified: site.madeAt, body: ABOUT };
    const board = site.boards.get(boardName);
    if (board === undefined) return null;
    const thread = board.threads.get(Number(name));
    switch (kind) {
      case 'threads':
        return json(board.lastModified, threadsDocument(board));
      case 'catalog':
        return json(board.lastModified, catalogDocument(board));
      case 'archive':
        return json(board.lastModified, archiveDocument(board));
      case 'page':
        return json(board.lastModified, pageDocument(board, Number(name)));
      case 'thread':
        return thread === undefined ? null : json(thread.lastModified, threadDocument(thread));
      case 'tail':
        return thread === undefined ? null : json(thread.lastModified, tailDocument(thread));
      case 'file':
      case 'thumbnail':
        return media(board, name);
      case 'other':
        return null;
    }
  };
}

/** JSON as the real site writes it, with slashes and all non-ASCII characters escaped. */
function apiJson(document: unknown): string {
  return JSON.stringify(document)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const ABOUT = Buffer.from(
  'This is the demo source: boards in the form of the 4chan API, for an archive to read. Start at /boards.json.\n',
);
const NOT_FOUND = Buffer.from(
  '<!DOCTYPE html><html><head><title>404 Not Found</title></head><body><h1>404</h1></body></html>',
);

const API_HEADERS = {
  'Cache-Control': 'public, must-revalidate, proxy-revalidate',
  Expires: '-1',
  Vary: 'Accept-Encoding',
};
const FILE_HEADERS = { 'Cache-Control': 'public, max-age=31536000' };
/** Origins whose pages may read the API from a browser. */
const ALLOWED_ORIGIN = /^https?:\/\/boards\.4chan(nel)?\.org$/;
const METHODS = 'GET, HEAD, OPTIONS';

function answerFor(request: IncomingMessage, found: Found | null): Answer {
  const { method = 'GET', headers } = request;
  const cors: Record<string, string> = ALLOWED_ORIGIN.test(headers.origin ?? '')
    ? { 'Access-Control-Allow-Origin': headers.origin as string, 'Access-Control-Allow-Methods': METHODS }
    : {};
  if (method === 'OPTIONS') return { status: 204, headers: { ...cors, Allow: METHODS }, body: null };
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { Allow: METHODS }, body: null };
  if (found === null) return { status: 404, headers: { ...cors, 'Content-Type': 'text/html' }, body: NOT_FOUND };
  const common = {
    ...cors,
    ...(found.type === 'application/json' ? API_HEADERS : FILE_HEADERS),
    'Last-Modified': new Date(found.lastModified * 1000).toUTCString(),
  };
  const known = Date.parse(headers['if-modified-since'] ?? '');
  if (found.lastModified * 1000 <= known) return { status: 304, headers: common, body: null };
  return { status: 200, headers: { ...common, 'Content-Type': found.type }, body: found.body };
}

const compress = promisify(gzip);
/** Bytes; smaller responses are not compressed. */
const COMPRESSED_FROM = 512;

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): Promise<void> {
  const small = body === null || body.length < COMPRESSED_FROM || !('Vary' in headers);
  if (small || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    const length: Record<string, string> = body === null ? {} : { 'Content-Length': String(body.length) };
    response.writeHead(status, { ...headers, ...length });
    response.end(request.method === 'HEAD' ? undefined : (body ?? undefined));
    return;
  }
  // No Content-Length, like the compressed responses of the real site.
  response.writeHead(status, { ...headers, 'Content-Encoding': 'gzip' });
  response.end(request.method === 'HEAD' ? undefined : await compress(body));
}
