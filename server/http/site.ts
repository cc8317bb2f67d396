/** Whole addresses of pages on this site, for what is read elsewhere: feeds and exports. The pages name the same ones. */
import type { FastifyRequest } from 'fastify';

export interface PostPlace {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
  readonly thread: number;
}

const MOST_SITES = 100;
const sites = new Map<string, Site>();

export class Site {
  /** Scheme, host and, where the site is not at its root, a path; without a slash at the end. */
  readonly base: string;

  constructor(base: string) {
    this.base = base.replace(/\/+$/, '');
  }

  /** Under the address that readers use; without one, under that of the request. */
  static of(request: FastifyRequest, publicUrl: string | null): Site {
    const address = publicUrl ?? `${request.protocol}://${request.host}`;
    const known = sites.get(address);
    if (known !== undefined) return known;
    const site = new Site(publicUrl ?? URL.parse(address)?.origin ?? 'http://localhost');
    // Whoever asks says under which address.
    if (sites.size >= MOST_SITES) sites.clear();
    sites.set(address, site);
    return site;
  }

  /** Of an address that may be one on this site, without its beginning. */
  whole(address: string): string {
    return address.startsWith('/') ? this.base + address : address;
  }

  post({ board, thread, num, subnum }: PostPlace): string {
    return `${this.thread(board, thread)}#p${num}${subnum > 0 ? `_${subnum}` : ''}`;
  }

  thread(board: string, num: number): string {
    return `${this.board(board)}thread/${num}`;
  }

  /** For a post whose thread is not known: that page finds it. */
  lookUp(board: string, num: number): string {
    return `${this.board(board)}post/${num}`;
  }

  board(board: string): string {
    return `${this.base}/${encodeURIComponent(board)}/`;
  }

  /** The index of a board's sitemaps, and one of them. */
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
   * A name for good (RFC 4151): it stays what it is wherever the page moves. The port takes part, since two archives may
   * differ by nothing else.
   */
  tag(specific: string): string {
    const { hostname, port } = new URL(this.base);
    const authority = /^[a-z0-9.-]+$/.test(hostname) ? hostname : 'localhost';
    return `tag:${authority},2026:${port === '' ? '' : `${port}/`}${specific}`;
  }
}
