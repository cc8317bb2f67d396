/** Renders pages with their content, by the module that web/ builds, for the routes of pages. */
import type { OutgoingHttpHeaders } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { RenderAnswer } from '../../../mappings/contract/rendering.ts';
import type { SessionCookie } from '../../admin/sessions/cookie.ts';
import { UnavailableError } from '../../../platform/errors.ts';
import { BusyError } from '../../limits/busy-error.ts';
import { isCrawler, type QueuedCaller } from '../../limits/caller-kinds.ts';
import type { Queues } from '../../limits/queues.ts';
import type { ReaderPass } from '../../limits/reader-pass.ts';
import { withTimeout } from '../../limits/with-timeout.ts';
import { createRenderMetrics } from '../../rendering/render-metrics.ts';
import { isForLater, RenderedPages, UnansweredError, type PageMade } from '../../rendering/rendered-page.ts';
import { RenderError, type PageRenderer } from '../../rendering/renderer.ts';
import { clientNetwork } from '../../shared/client-network.ts';
import { matchesEtag } from '../../shared/etag.ts';
import { acceptedLanguages } from '../accept-language.ts';
import { FOR_PAGE } from '../page-requests.ts';
import { disconnectSignal } from './client-disconnect.ts';

export interface RenderingOptions {
  readonly renderer: PageRenderer;
  readonly cookie: Pick<SessionCookie, 'tokenIn'>;
  /** null if browsers have to earn the pass. */
  readonly pass: Pick<ReaderPass, 'issue'> | null;
  readonly queues: Pick<Queues, 'pages' | 'searchPages' | 'isBusy'>;
  readonly registry: Registry;
}

/** After this time the empty page is sent: its scripts request the content and show a loading state. */
const LIMIT_MS = 4_000;
/** How long a page waits for its turn. */
const LONGEST_WAIT_MS = 2_000;
/** Outcomes after which the same page may be made a little later. */
const PASSING: ReadonlySet<string> = new Set(['unanswered', 'slow', 'busy']);
/** Seconds after which a crawler may request a page again that could not be made. */
const RETRY_S = '60';

export interface ReadersPage extends PageMade {
  /** The reader's choice, which the pages store in a cookie; null for the system's theme. */
  readonly theme: string | null;
}

export interface PageOptions {
  /** The answers of the page come from Elasticsearch. */
  readonly isSearch: boolean;
}

/**
 * Makes the page of a request; null if it cannot be made now and scripts have to.
 * @throws BusyError when the archive is busy and the caller is neither a reader nor staff
 */
export type MakePage = (
  request: FastifyRequest,
  reply: FastifyReply,
  options: PageOptions,
) => Promise<ReadersPage | null>;

/** `app` answers the API requests that a page needs. Each is charged to the reader as if a browser had sent it. */
export function pageMaker(
  app: FastifyInstance,
  { renderer, cookie, pass, queues, registry }: RenderingOptions,
): MakePage {
  const pages = new RenderedPages(renderer);
  const metrics = createRenderMetrics(registry);
  app.addHook('onListen', async () => renderer.prepare());
  app.addHook('onClose', async () => renderer.close());
  return async (request, reply, { isSearch }) => {
    const caller = callerOf(request);
    const queue = isSearch ? queues.searchPages : queues.pages;
    const disconnected = disconnectSignal(reply);
    if (pass !== null && caller.kind === 'unknown' && queues.isBusy)
      void reply.headers({ 'set-cookie': pass.issue(caller.key), 'cache-control': 'private, no-cache' });
    const started = performance.now();
    const cookies = request.headers.cookie;
    // Answers to readers never depend on a session, but signed-in accounts are charged by name. Their pages must not be shared.
    const isSignedIn = cookies !== undefined && cookie.tokenIn(cookies) !== '';
    const isNamed = cookies !== undefined && (isSignedIn || caller.kind === 'reader');
    const { 'user-agent': agent } = request.headers;
    const refusals = new Map<string, Refusal>();
    const ask = async (path: string): Promise<RenderAnswer> => {
      const {
        statusCode: status,
        body,
        headers,
      } = await app.inject({
        url: path,
        remoteAddress: request.ip,
        headers: {
          ...FOR_PAGE,
          host: request.headers.host,
          accept: 'application/json',
          ...(agent !== undefined && { 'user-agent': agent }),
          ...(isNamed && { cookie: cookies }),
        },
      });
      const answer = { status, body };
      if (status === 429 && !isForLater(answer)) refusals.set(path, { headers });
      return answer;
    };
    try {
      const theme = /(?:^|;\s*)theme=([a-z]{1,16})(?:;|$)/.exec(cookies ?? '')?.[1] ?? null;
      const asked = {
        address: request.url,
        languages: acceptedLanguages(request.headers),
        kind: caller.kind,
        theme: theme ?? '',
        ask,
      };
      const make = async () =>
        withTimeout(LIMIT_MS, new AbortController().signal, async (signal) =>
          Promise.race([
            pages.make({ ...asked, has: (etag) => matchesEtag(request.headers['if-none-match'], etag) }),
            aborted(signal),
          ]),
        );
      const made = await queue.run(caller, disconnected, make, { waitTimeoutMs: LONGEST_WAIT_MS });
      metrics.count(made.page === null ? 'unchanged' : 'rendered');
      metrics.took(performance.now() - started);
      if (isSignedIn) void reply.header('cache-control', 'private, no-store');
      return { ...made, theme };
    } catch (error) {
      if (disconnected.aborted) return null;
      if (error instanceof BusyError) {
        metrics.count('busy');
        if (caller.kind === 'unknown' || caller.kind === 'crawler') throw error;
        return null;
      }
      const outcome = error instanceof RenderError ? error.failure : 'unanswered';
      metrics.count(outcome);
      const isUsual = error instanceof UnansweredError || outcome === 'large';
      if (!isUsual) request.log.warn({ err: asOutage(error), code: outcome }, 'page sent without content');
      const refusal = error instanceof UnansweredError ? refusals.get(error.path) : undefined;
      if (refusal !== undefined) refuse(reply, refusal);
      // Scripts of a browser request the content again. A search engine would store the page without it.
      else if (caller.kind === 'crawler' && PASSING.has(outcome)) void reply.code(503).header('retry-after', RETRY_S);
      return null;
    }
  };
}

interface Refusal {
  readonly headers: OutgoingHttpHeaders;
}

/** A caller over the rate limit gets this error instead of the page. */
function refuse(reply: FastifyReply, { headers }: Refusal): void {
  const { 'retry-after': seconds = '1', 'set-cookie': offered } = headers;
  void reply.code(429).header('retry-after', seconds);
  if (offered !== undefined) void reply.headers({ 'set-cookie': offered, 'cache-control': 'private, no-cache' });
}

/** A page whose time was up, or that no thread was free to render, is not a fault of the code. */
function asOutage(error: unknown): unknown {
  const isOutage = error instanceof RenderError && error.failure !== 'failed';
  return isOutage ? new UnavailableError('pages', error.message) : error;
}

/** Pages that need little are outside of the scopes that look up their callers. */
export function callerOf({ payer, headers, ip }: FastifyRequest): QueuedCaller {
  return payer?.caller ?? { key: clientNetwork(ip), kind: isCrawler(headers['user-agent']) ? 'crawler' : 'unknown' };
}

async function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new RenderError('slow', 'the time of the page was up')), {
      once: true,
    });
  });
}
