/** Serves the build of web/: one HTML file for every address of the application, and hashed assets. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isListed, type Board } from '../../../mappings/board.ts';
import { numIn } from '../../../mappings/post.ts';
import type { Datastores } from '../../../platform/datastore/datastores.ts';
import type { PostgresProbe } from '../../visibility/postgres-probe.ts';
import type { BoardDirectory } from '../../boards/directory.ts';
import { withPlainPage, type PlainPage } from '../../compat/pages/documents.ts';
import type { PlainPages } from '../../compat/pages/plain-pages.ts';
import {
  addPreloadHeader,
  BOARDS_PRELOAD,
  publicLogFilter,
  publicLogPreload,
  searchPreload,
  threadPreload,
} from './preload.ts';
import { documentOf, readFrame } from '../../rendering/page-html.ts';
import { pagePolicy } from './headers.ts';
import { sendNothingHere } from './problems.ts';
import { requestContextOf } from './rate-limit.ts';
import { pageMaker, type RenderingOptions } from './rendered.ts';

export interface PagesOptions {
  /** Folder of the build, which may be rebuilt while the server runs. */
  readonly root: string;
  readonly boards: BoardDirectory;
  /** Datastores may redirect to other hosts, which the page's policy must allow. */
  readonly datastores: Pick<Datastores, 'rows'>;
  /** Renders pages; without it, and where it fails, browsers get the empty page, whose scripts draw it. */
  readonly rendering?: RenderingOptions;
  /** The content of pages for programs without scripts; without it pages have none. */
  readonly plain?: {
    readonly pages: PlainPages;
    readonly postgres: PostgresProbe;
    /** Applies the rate limit to a scope, since this content is read from PostgreSQL. */
    readonly limit: (scope: FastifyInstance) => void;
  };
}

const HTML = 'text/html; charset=utf-8';

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sagasu</title>
<h1>The pages are not built yet</h1>
<p>Run <code>npm run build</code>, then load this page again. The API answers under <code>/api/v1</code>.</p>
</html>
`;

/** Sends the application's page, for routes of other files. */
export interface Pages {
  send(reply: FastifyReply, status: number): Promise<FastifyReply>;
}

export async function registerPages(
  app: FastifyInstance,
  { root, boards, datastores, plain, rendering }: PagesOptions,
): Promise<Pages> {
  // The build writes a .br and a .gz file beside each script and style.
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true });

  const makePage = rendering === undefined ? async () => null : pageMaker(app, rendering);

  /** The file is looked up for every page, since the folder may be rebuilt at any time. */
  const page = async (
    request: FastifyRequest | null,
    reply: FastifyReply,
    status: number,
    content: PlainPage | null = null,
  ) => {
    const list = await boards.filesAtSource().catch(() => new Map<string, Board>());
    const stores = await datastores.rows().catch(() => []);
    const addresses = [
      ...[...list.values()].map((board) => board.mediaUrl),
      ...stores.map((store) => store.redirect_url ?? ''),
    ];
    const origins = new Set(
      addresses.map((address) => URL.parse(address)?.origin).filter((origin) => origin !== undefined),
    );
    const media = [...origins].sort();
    void reply.header('content-security-policy', pagePolicy(media));
    const built = await stat(join(root, 'index.html')).catch(() => null);
    if (built === null) return reply.code(503).type(HTML).send(NOT_BUILT);
    void reply.code(status).headers({ 'cache-control': 'no-cache', vary: 'Accept-Language, Cookie, Sec-Fetch-Mode' });
    if (content !== null) {
      const application = await readFile(join(root, 'index.html'), 'utf8');
      return reply.type(HTML).send(withPlainPage(application, content));
    }
    const made = request !== null && !readsPlainPages(request) ? await makePage(request, reply) : null;
    if (made === null) return reply.sendFile('index.html', { cacheControl: false });
    // The page has the answer: scripts do not ask for it.
    const frame = await readFrame(root);
    const policy = pagePolicy(media, frame.styleSources);
    // With a 304 too: its headers replace those of the page that the browser has.
    void reply.removeHeader('link').headers({ etag: made.etag, 'content-security-policy': policy });
    if (made.page === null) return reply.code(304).send();
    return reply
      .code(status === 200 ? made.page.status : status)
      .type(HTML)
      .send(documentOf({ frame, page: made.page, theme: made.theme }));
  };

  /** `none`: a page without content for readers without scripts. null: a page that does not exist. */
  const contentOf = async (request: FastifyRequest, read: (pages: PlainPages) => Promise<PlainPage | null>) => {
    if (plain === undefined || !readsPlainPages(request)) return 'none';
    try {
      return await plain.postgres.readOrFallback<PlainPage | null | 'none'>(
        async () => read(plain.pages),
        async () => 'none',
      );
    } catch (error) {
      // The application shows the error itself.
      request.log.warn({ err: error }, 'page sent without content');
      return 'none';
    }
  };
  // Also where scripts draw the page. While PostgreSQL is away nothing is kept out: search engines would drop every thread.
  const isKeptOut = async (board: Board, thread: number) =>
    plain === undefined ? false : plain.pages.hasKeptOutGhosts(board, [thread]).catch(() => false);
  const withContent = async (request: FastifyRequest, reply: FastifyReply, content: PlainPage | null | 'none') => {
    if (content === 'none') return page(request, reply, 200);
    if (content?.isKeptOut === true) void reply.header('x-robots-tag', 'noindex');
    return page(request, reply, content === null ? 404 : 200, content);
  };

  app.get('/assets/*', async (request, reply) => {
    const { '*': name } = request.params as { '*': string };
    return reply.sendFile(`assets/${name}`, { immutable: true, maxAge: '365d' });
  });
  for (const path of ['/admin', '/admin/*', '/api/docs'])
    app.get(path, async (_request, reply) => page(null, reply, 200));
  for (const path of ['/dumps', '/dumps/:id', '/exports', '/search/help', '/statistics'])
    app.get(path, async (request, reply) => page(request, reply, 200));
  await app.register(async (scope) => {
    plain?.limit(scope);
    scope.get('/', async (request, reply) => {
      addPreloadHeader(reply, BOARDS_PRELOAD);
      return withContent(request, reply, await contentOf(request, async (pages) => pages.home(request)));
    });
    scope.get('/search', async (request, reply) => {
      const { q } = request.query as { readonly q?: unknown };
      const text = typeof q === 'string' ? q : '';
      addPreloadHeader(reply, searchPreload(request.query));
      void reply.header('x-robots-tag', 'noindex');
      return withContent(
        request,
        reply,
        await contentOf(request, async (pages) =>
          pages.search(request, text, pageOf(request), requestContextOf(request, reply)),
        ),
      );
    });
    scope.get('/moderation', async (request, reply) => {
      addPreloadHeader(reply, publicLogPreload(request.query));
      return withContent(
        request,
        reply,
        await contentOf(request, async (pages) => pages.publicLog(request, publicLogFilter(request.query))),
      );
    });
    for (const path of ['/:board', '/:board/catalog', '/:board/images', '/:board/statistics', '/:board/thread/:num']) {
      scope.get(path, async (request, reply) => {
        const { board: name, num } = request.params as { readonly board: string; readonly num?: string };
        // A client that requests JSON must not get a page.
        if (name === 'api' || num?.endsWith('.json') === true) return sendNothingHere(request, reply);
        // Files beside index.html, such as the icon. Board names contain no dot.
        if (path === '/:board' && name.includes('.')) return reply.sendFile(name, { maxAge: '1h' });
        // Without a list of boards the page is sent, and shows that the archive is out of reach.
        const board = await boards.find(name).catch(() => 'unknown' as const);
        if (board === null) return page(request, reply, 404);
        if (board === 'unknown') return page(null, reply, 200);
        const thread = num === undefined ? null : numIn(num);
        addPreloadHeader(reply, thread === null ? BOARDS_PRELOAD : threadPreload(name, thread));
        if (!isListed(board) || (thread !== null && (await isKeptOut(board, thread))))
          void reply.header('x-robots-tag', 'noindex');
        return withContent(
          request,
          reply,
          await contentOf(request, async (pages) => {
            if (num === undefined) return pages.board(request, board, pageOf(request));
            return thread === null ? null : pages.thread(request, board, thread);
          }),
        );
      });
    }
  });

  app.setNotFoundHandler(async (request, reply) => {
    return wantsPage(request) ? page(request, reply, 404) : sendNothingHere(request, reply);
  });
  return { send: async (reply, status) => page(null, reply, status) };
}

/**
 * Whether to include the content for readers without scripts. Current browsers send Sec-Fetch-Mode over https and run the
 * scripts; clients without the header, and pages with the parameter `plain`, get the content.
 */
function readsPlainPages({ headers, query }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === undefined || Object.hasOwn(query as object, 'plain');
}

function pageOf({ query }: FastifyRequest): number {
  const { page } = query as { readonly page?: unknown };
  return typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}

function wantsPage(request: FastifyRequest): boolean {
  const isPath = !/^\/(api|assets)(\/|$)/.test(request.url) && !/\.[a-z0-9]+(\?|$)/.test(request.url);
  return isPath && request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
