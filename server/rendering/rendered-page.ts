/** Makes one page with the renderer, from the answers of the API that it needs. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RenderAnswer, RenderedPage } from '../../mappings/contract/rendering.ts';
import type { CallerKind } from '../limits/caller-kinds.ts';
import { RenderError, type PageRenderer } from './renderer.ts';

export interface PageAsked {
  /** Path and query. */
  readonly address: string;
  readonly languages: readonly string[];
  readonly kind: CallerKind;
  /** Not rendered, but part of the document. */
  readonly theme: string;
  /** Sends a request to the API on behalf of the reader. */
  readonly ask: (path: string) => Promise<RenderAnswer>;
  /** Whether the reader has the page with this ETag already. */
  readonly has: (etag: string) => boolean;
}

export interface PageMade {
  readonly etag: string;
  /** null if the reader has it already. */
  readonly page: RenderedPage | null;
}

/** The API refused an answer that the page needs, or could not give it. */
export class UnansweredError extends Error {
  readonly path: string;

  constructor(path: string, status: number) {
    super(`${path} was answered with ${status}`);
    this.name = 'UnansweredError';
    this.path = path;
  }
}

/** Pages are shown without these answers, which come from Elasticsearch. Scripts request them again. */
const SPARE_PATHS: ReadonlySet<string> = new Set(['/api/v1/activity', '/api/v1/search/examples']);
/** How long a page waits for spare answers. The first counts after a start take seconds. */
const SPARE_WAIT_MS = 2_500;
const LATE: RenderAnswer = { status: 503, body: '{}' };

/** Limit of rounds: one answer may decide which others the page needs, such as the order of a board its threads. */
const MAX_PASSES = 4;
const MAX_PATHS = 12;
/** A thread of some 1,500 posts. Scripts render longer threads in parts, beginning with the requested post. */
const MAX_CHARACTERS = 1_500_000;
const MAX_CACHED_CHARACTERS = 24_000_000;
const MAX_ADDRESSES = 2_000;

export class RenderedPages {
  readonly #renderer: PageRenderer;
  /** Keyed by everything that the pages are made of. */
  readonly #pages = new LRUCache<string, RenderedPage>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: ({ html, data }) => html.length + data.length + 1,
  });
  /** The API paths that each page needed the last time. */
  readonly #paths = new LRUCache<string, readonly string[]>({ max: MAX_ADDRESSES });

  constructor(renderer: PageRenderer) {
    this.#renderer = renderer;
  }

  /** @throws RenderError, UnansweredError */
  async make({ address, languages, kind, theme, ask, has }: PageAsked): Promise<PageMade> {
    const answers = new Map<string, RenderAnswer>();
    const answered = async (paths: readonly string[]) => {
      const found = await Promise.all(
        paths.map(async (path) => [path, await (SPARE_PATHS.has(path) ? askSpare(ask, path) : ask(path))] as const),
      );
      for (const [path, answer] of found) {
        const isMissing = answer.status >= 500 || answer.status === 429;
        if (isMissing && answer !== LATE) throw new UnansweredError(path, answer.status);
        answers.set(path, answer);
      }
      const characters = [...answers.values()].reduce((sum, { body }) => sum + body.length, 0);
      if (characters > MAX_CHARACTERS) throw new RenderError('large', `${address} has too much on it`);
    };
    const version = await this.#renderer.version();
    await answered(this.#paths.get(address) ?? []);
    for (let pass = 0; pass < MAX_PASSES && answers.size <= MAX_PATHS; pass++) {
      // The page depends on nothing else, so its tag is known before it is rendered.
      const etag = tagOf([version, address, theme, ...languages], answers);
      const cached = this.#pages.get(etag);
      if (answers.size > 0 && has(etag)) return { etag, page: null };
      if (cached !== undefined) return { etag, page: cached };
      const request = { address, languages, answers: Object.fromEntries(answers) };
      const result = await this.#renderer.render(request, kind);
      if (result.kind === 'page') {
        this.#pages.set(etag, result);
        this.#paths.set(address, [...answers.keys()]);
        return { etag, page: result };
      }
      await answered(result.paths);
    }
    throw new RenderError('failed', `${address} needs more answers than a page may`);
  }
}

/** LATE if the answer cannot be given in time. A caller over a limit is refused as for any other answer. */
async function askSpare(ask: PageAsked['ask'], path: string): Promise<RenderAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<RenderAnswer>((resolve) => {
    timer = setTimeout(() => resolve(LATE), SPARE_WAIT_MS);
  });
  const answer = await Promise.race([ask(path), late]);
  clearTimeout(timer);
  return isForLater(answer) ? LATE : answer;
}

/** The answer may be given later: a store was out of reach, or too many requests waited. */
export function isForLater({ status, body }: RenderAnswer): boolean {
  if (status !== 429) return status >= 500;
  const { code } = JSON.parse(body) as { readonly code?: unknown };
  return code === 'busy';
}

function tagOf(parts: readonly string[], answers: ReadonlyMap<string, RenderAnswer>): string {
  const hash = createHash('sha256').update(parts.join('\n'));
  for (const [path, { status, body }] of answers) hash.update(`\n${path} ${status} ${body.length}\n`).update(body);
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}
