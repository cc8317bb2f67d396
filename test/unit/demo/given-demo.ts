/** A demo site that is served, with a clock that tests move. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { ChanPost } from '../../../demo/chan.ts';
import { createDemoSite } from '../../../demo/demo-site.ts';
import { serveDemo, type DemoServer } from '../../../demo/serve.ts';
import type { DemoSite } from '../../../demo/site.ts';

export const MADE_AT = 1_790_000_000;

export interface ThreadFile {
  readonly posts: readonly ChanPost[];
}

class GivenDemo {
  /** Milliseconds; every test advances it itself. */
  now = MADE_AT * 1000;
  #served: { readonly site: DemoSite; readonly server: DemoServer; readonly picturesDir: string } | null = null;

  async open(): Promise<void> {
    const picturesDir = mkdtempSync(join(tmpdir(), 'sagasu-demo-'));
    const site = await createDemoSite({ seed: 'serve', madeAt: MADE_AT, picturesDir });
    this.#served = { site, server: await serveDemo(site, { port: 0, clock: () => this.now }), picturesDir };
  }

  async close(): Promise<void> {
    const { server, picturesDir } = this.#open;
    await server.close();
    rmSync(picturesDir, { recursive: true });
  }

  get #open() {
    if (this.#served === null) throw new Error('the demo site is not served yet');
    return this.#served;
  }

  get site(): DemoSite {
    return this.#open.site;
  }

  get server(): DemoServer {
    return this.#open.server;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.server.url + path, { headers });
  }

  async json<T>(path: string): Promise<T> {
    const response = await this.get(path);
    expect(response.status).toBe(200);
    return (await response.json()) as T;
  }

  async threadFile(board: string, no: number): Promise<ThreadFile> {
    return this.json<ThreadFile>(`/${board}/thread/${no}.json`);
  }

  /** Sends the site a control request. */
  async post(path: string, body: unknown, method = 'POST'): Promise<Response> {
    return fetch(`${this.server.url}/_demo/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** The number of the new post. */
  async created(path: string, body: unknown): Promise<number> {
    const response = await this.post(path, body);
    expect(response.status).toBe(201);
    return ((await response.json()) as { no: number }).no;
  }

  async remove(path: string): Promise<Response> {
    return fetch(`${this.server.url}/_demo/${path}`, { method: 'DELETE' });
  }
}

export function useDemo(): GivenDemo {
  const demo = new GivenDemo();
  beforeAll(async () => demo.open());
  afterAll(async () => demo.close());
  beforeEach(() => {
    demo.now += 5000;
    demo.server.faults.clear();
  });
  return demo;
}
