/** A source that speaks the 4chan API and forgets threads on request, so that a lost post cannot be fetched again. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

export const BOARD = 'b';
export const POSTS_PER_THREAD = 25;
const FIRST_TIME = 1_600_000_000;

interface SourcePost {
  readonly no: number;
  readonly resto: number;
  readonly time: number;
  readonly com: string;
  readonly [field: string]: unknown;
}

export class ForgetfulSource {
  readonly #server: Server;
  readonly #threads = new Map<number, readonly SourcePost[]>();
  readonly #pictures = new Map<string, Buffer>();
  #last = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ForgetfulSource> {
    const server = createServer();
    const source = new ForgetfulSource(server);
    server.on('request', (request, response) => {
      const found = source.#answer(request.url ?? '');
      if (found === null) response.writeHead(404).end();
      else if (Buffer.isBuffer(found)) response.setHeader('content-type', 'image/png').end(found);
      else response.setHeader('content-type', 'application/json').end(JSON.stringify(found));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return source;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Adds threads whose openers have a picture each. Returns the comments of the new posts by number. */
  async add(threads: number): Promise<ReadonlyMap<number, string>> {
    const added = new Map<number, string>();
    for (let count = 0; count < threads; count++) {
      const thread = this.#last + 1;
      const posts: SourcePost[] = [];
      for (let place = 0; place < POSTS_PER_THREAD; place++) {
        const no = ++this.#last;
        const com = `a heron counts ${no} reeds`;
        added.set(no, com);
        const file = place === 0 ? await this.#addPicture(no) : {};
        posts.push({ no, resto: place === 0 ? 0 : thread, time: FIRST_TIME + no, name: 'Anonymous', com, ...file });
      }
      this.#threads.set(thread, posts);
    }
    return added;
  }

  /** From now on, every thread is unknown here. */
  forgetAll(): void {
    this.#threads.clear();
    this.#pictures.clear();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #addPicture(no: number): Promise<object> {
    const [width, height] = [300, 200];
    const background = { r: no % 256, g: (no >> 8) % 256, b: 99 };
    const picture = await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
    const tim = (FIRST_TIME + no) * 1_000;
    this.#pictures.set(`/${BOARD}/${tim}.png`, picture);
    const md5 = createHash('md5').update(picture).digest('base64');
    return { tim, ext: '.png', filename: `heron ${no}`, md5, fsize: picture.length, w: width, h: height };
  }

  /** null for an unknown address. */
  #answer(url: string): object | null {
    const thread = new RegExp(String.raw`^/${BOARD}/thread/(\d+)\.json$`).exec(url)?.[1];
    if (thread !== undefined) {
      const posts = this.#threads.get(Number(thread));
      return posts === undefined ? null : { posts };
    }
    if (url === `/${BOARD}/threads.json`) {
      const threads = [...this.#threads].map(([no, posts]) => ({
        no,
        last_modified: posts.at(-1)?.time,
        replies: posts.length - 1,
      }));
      return [{ page: 1, threads }];
    }
    if (url === `/${BOARD}/catalog.json` || url === `/${BOARD}/archive.json`) return [];
    return this.#pictures.get(url) ?? null;
  }
}
