/** A small site whose documents a test writes, served like files: with Last-Modified and 304. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

interface Document {
  readonly body: Buffer;
  readonly modified: string;
}

export class ArchiveSite {
  /** Requested paths in order, with the status of the answer. */
  readonly asked: { readonly path: string; readonly status: number }[] = [];
  readonly #documents = new Map<string, Document>();
  readonly #server: Server;
  #time = Date.parse('2020-01-01T00:00:00Z');

  constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '';
      const found = this.#documents.get(path);
      const isOld = found !== undefined && request.headers['if-modified-since'] === found.modified;
      const status = found === undefined ? 404 : isOld ? 304 : 200;
      this.asked.push({ path, status });
      response.writeHead(status, found === undefined ? {} : { 'last-modified': found.modified });
      response.end(status === 200 ? found?.body : undefined);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this.url;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  putJson(path: string, document: unknown): void {
    this.put(path, JSON.stringify(document));
  }

  putPacked(path: string, text: string | Buffer): void {
    this.put(path, gzipSync(text));
  }

  put(path: string, body: string | Buffer): void {
    this.#time += 1_000;
    this.#documents.set(path, { body: Buffer.from(body), modified: new Date(this.#time).toUTCString() });
  }

  remove(path: string): void {
    this.#documents.delete(path);
  }

  /** Paths requested since the last call. */
  takePaths(): string[] {
    return this.asked.splice(0).map(({ path }) => path);
  }
}
