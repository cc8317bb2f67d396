/** Renders pages with their content, by the module that web/ builds, for the routes of pages. */
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { RenderAnswer } from '../../../mappings/contract/rendering.ts';
import type { SessionCookie } from '../../admin/sessions/cookie.ts';
import { withTimeout } from '../../limits/with-timeout.ts';
import { createRenderMetrics } from '../../rendering/render-metrics.ts';
import { RenderedPages, UnansweredError, type PageMade } from '../../rendering/rendered-page.ts';
import { RenderError, type PageRenderer } from '../../rendering/renderer.ts';
import { acceptedLanguages } from '../accept-language.ts';
import { matchesEtag } from '../../shared/etag.ts';

export interface RenderingOptions {
  readonly renderer: PageRenderer;
  readonly cookie: Pick<SessionCookie, 'tokenIn'>;
  readonly registry: Registry;
}

/** After this time the empty page is sent: its scripts request the content and show a loading state. */
const LIMIT_MS = 4_000;

export interface ReadersPage extends PageMade {
  /** The reader's choice, which the pages store in a cookie; null for the system's theme. */
  readonly theme: string | null;
}

/** Makes the page of a request; null if it cannot be made now and scripts have to. */
export type MakePage = (request: FastifyRequest, reply: FastifyReply) => Promise<ReadersPage | null>;

/** `app` answers the API requests that a page needs. Each is charged to the reader as if a browser had sent it. */
export function pageMaker(app: FastifyInstance, { renderer, cookie, registry }: RenderingOptions): MakePage {
  const pages = new RenderedPages(renderer);
  const metrics = createRenderMetrics(registry);
  app.addHook('onListen', async () => renderer.prepare());
  app.addHook('onClose', async () => renderer.close());
  return async (request, reply) => {
    const started = performance.now();
    const cookies = request.headers.cookie;
    // Answers to readers never depend on a session, but signed-in accounts are charged by name. Their pages must not be shared.
    const isSignedIn = cookies !== undefined && cookie.tokenIn(cookies) !== '';
    const ask = async (path: string): Promise<RenderAnswer> => {
      const {
        statusCode: status,
        body,
        headers,
      } = await app.inject({
        url: path,
        remoteAddress: request.ip,
        headers: { host: request.headers.host, accept: 'application/json', ...(isSignedIn && { cookie: cookies }) },
      });
      // A caller over the rate limit gets this error instead of the page.
      if (status === 429) void reply.code(429).header('retry-after', headers['retry-after'] ?? '1');
      return { status, body };
    };
    try {
      const theme = /(?:^|;\s*)theme=([a-z]{1,16})(?:;|$)/.exec(cookies ?? '')?.[1] ?? null;
      const asked = { address: request.url, languages: acceptedLanguages(request.headers), theme: theme ?? '', ask };
      const made = await withTimeout(LIMIT_MS, new AbortController().signal, async (signal) =>
        Promise.race([
          pages.make({ ...asked, has: (etag) => matchesEtag(request.headers['if-none-match'], etag) }),
          aborted(signal),
        ]),
      );
      metrics.count(made.page === null ? 'unchanged' : 'rendered');
      metrics.took(performance.now() - started);
      void reply.header('cache-control', isSignedIn ? 'private, no-store' : 'no-cache');
      return { ...made, theme };
    } catch (error) {
      const outcome = error instanceof RenderError ? error.failure : 'unanswered';
      metrics.count(outcome);
      const isUsual = error instanceof UnansweredError || outcome === 'large';
      if (!isUsual) request.log.warn({ err: error }, 'page sent without content');
      return null;
    }
  };
}

async function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new RenderError('slow', 'the time of the page was up')), {
      once: true,
    });
  });
}
