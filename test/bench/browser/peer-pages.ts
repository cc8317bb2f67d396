/** Pages for comparison with Sagasu's, served by a separate server without any backend. */
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';

/**
 * The largest page of results that was captured from a FoolFuuka archive, from the folder in SAGASU_CAPTURES; null if
 * there is none.
 */
export function capturedSearchPage(captures: string | undefined): string | null {
  if (captures === undefined) return null;
  const [largest] = globSync('html/foolfuuka-search-*.html', { cwd: captures })
    .map((name) => join(captures, name))
    .map((path) => ({ path, size: statSync(path).size }))
    .toSorted((a, b) => b.size - a.size);
  return largest === undefined ? null : withoutOthers(readFileSync(largest.path, 'utf8'));
}

/** The same page without its scripts, and without the pictures, which the bench does not have. */
export async function plainPageOf(address: string): Promise<string> {
  return withoutOthers(await textOf(new URL(address)));
}

/** Removes scripts and everything that the browser would fetch. */
function withoutOthers(html: string): string {
  return html
    .replace(/<(script|iframe|noscript)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<link\b[^>]*>/gi, '')
    .replace(/(<(?:img|video|source|audio)\b[^>]*?)\s(?:src|srcset|poster)=("[^"]*"|'[^']*')/gi, '$1');
}

async function textOf(url: URL): Promise<string> {
  const { statusCode, body } = await request(url);
  if (statusCode !== 200) throw new Error(`${url.href} answered ${statusCode}`);
  return body.text();
}

export interface PeerServer {
  readonly urls: readonly string[];
  readonly close: () => void;
}

/** Serves the pages compressed, as the proxies in front of such sites do. */
export async function servePages(pages: readonly string[]): Promise<PeerServer> {
  const zipped = pages.map((page) => gzipSync(page));
  const server = createServer(({ url = '' }, answer) => {
    const page = zipped[Number(url.slice(1))];
    if (page === undefined || url === '/') return void answer.writeHead(404).end();
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urls: pages.map((_, index) => `http://127.0.0.1:${port}/${index}`),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
