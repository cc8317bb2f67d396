/** Absolute addresses of the pages of this site, for feeds, exports and sitemaps. web/ uses the same paths. */
import type { FastifyRequest } from 'fastify';

export interface PostPlace {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
  readonly thread: number;
}

/** Clients choose the Host header, so the cache is bounded. */
const MAX_SITES = 100;
const sites = new Map<string, Site>();
/** Requests whose answers name the host that the client chose. */
const reflecting = new WeakSet<object>();

export const reflectsHost = (request: object): boolean => reflecting.has(request);

export class Site {
  /** Scheme, host and optional path, without a trailing slash. */
  readonly base: string;

  constructor(base: string) {
    this.base = base.replace(/\/+$/, '');
  }

  /**
   * The site at `publicUrl`; without it, at the host that the request was sent to. `X-Forwarded-Host` and `-Proto` are never read: a
   * client may have sent them itself.
   */
  static of(request: Pick<FastifyRequest, 'headers'>, publicUrl: string | null): Site {
    if (publicUrl === null) reflecting.add(request);
    const address = publicUrl ?? `http://${request.headers.host ?? ''}`;
    const known = sites.get(address);
    if (known !== undefined) return known;
    const site = new Site(publicUrl ?? URL.parse(address)?.origin ?? 'http://localhost');
    if (sites.size >= MAX_SITES) sites.clear();
    sites.set(address, site);
    return site;
  }

  /** Makes a path of this site absolute; other addresses are returned as they are. */
  whole(address: string): string {
    return address.startsWith('/') ? this.base + address : address;
  }

  post({ board, thread, num, subnum }: PostPlace): string {
    return `${this.thread(board, thread)}#p${num}${subnum > 0 ? `_${subnum}` : ''}`;
  }

  thread(board: string, num: number): string {
    return `${this.board(board)}thread/${num}`;
  }

  /** A page that finds the thread of the post. */
  lookUp(board: string, num: number): string {
    return `${this.board(board)}post/${num}`;
  }

  board(board: string): string {
    return `${this.base}/${encodeURIComponent(board)}/`;
  }

  /** The index of a board's sitemaps. */
  sitemaps(board: string): string {
    return `${this.board(board)}sitemap.xml`;
  }

  sitemap(board: string, file: number): string {
    return `${this.board(board)}sitemap-${file}.xml`;
  }

  search(q: string): string {
    return q === '' ? `${this.base}/search` : `${this.base}/search?q=${encodeURIComponent(q)}`;
  }

  /**
   * A permanent tag URI (RFC 4151), which stays the same when pages move. It includes the port, since two archives may differ
   * by nothing else.
   */
  tag(specific: string): string {
    const { hostname, port } = new URL(this.base);
    const authority = /^[a-z0-9.-]+$/.test(hostname) ? hostname : 'localhost';
    return `tag:${authority},2026:${port === '' ? '' : `${port}/`}${specific}`;
  }
}
