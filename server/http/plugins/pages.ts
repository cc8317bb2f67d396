/**
 * The pages of web/ and their hashed assets. The server renders pages for all readers; where it cannot, it sends the built page, which
 * scripts fill in the browser.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Board } from '../../../mappings/board.ts';
import { PAGE_PATHS, serverPath } from '../../../mappings/page-paths.ts';
import { numIn } from '../../../mappings/post.ts';
import type { Datastores } from '../../../platform/datastore/datastores.ts';
import type { BoardDirectory } from '../../boards/directory.ts';
import type { AskedProof, ProofGate } from '../../limits/proof-gate.ts';
import type { PostgresProbe } from '../../visibility/postgres-probe.ts';
import { addPreloadHeader, BOARDS_PRELOAD, publicLogPreload, searchPreload, threadPreload } from './preload.ts';
import { documentOf, type PageFrame, readFrame } from '../../rendering/page-html.ts';
import { Site } from '../../shared/site.ts';
import { BUSY_PAGE_POLICY, BUSY_PAGE_SCRIPT, busyPage } from '../short-pages/busy-page.ts';
import { messageWithLinks } from '../short-pages/documents.ts';
import { languageOf, sendShortPage } from '../short-pages.ts';
import type { FarPage, FindFarPage } from './far-pages.ts';
import { pagePolicy } from './headers.ts';
import { sendNothingHere } from './problems.ts';
import { callerOf, pageMaker, type RenderingOptions } from './rendered.ts';
import { FOR_READERS } from '../access.ts';

export interface PagesOptions {
  /** Folder of the build, which may be rebuilt while the server runs. */
  readonly root: string;
  readonly boards: BoardDirectory;
  /** Whether search engines may not index a page of the board with these threads. */
  readonly isNoindex: (board: Board, threads: readonly number[]) => Promise<boolean>;
  readonly findFarPage: FindFarPage;
  readonly publicUrl: string | null;
  /** Datastores may redirect to other hosts, which the page's policy must allow. */
  readonly datastores: Pick<Datastores, 'rows' | 'lastRows'>;
  readonly postgres: Pick<PostgresProbe, 'readOr'>;
  /** Renders pages. If it fails, browsers get the empty page, which scripts fill. */
  readonly rendering?: RenderingOptions;
  readonly gate: Pick<ProofGate, 'ask'>;
  /** Applies the rate limit to a scope. */
  readonly limit: (scope: FastifyInstance) => void;
  /** The paths of the pages of modules, in the syntax of the pages' router. */
  readonly modulePages?: readonly string[];
  /** The Trusted Types policies of the pages of modules. */
  readonly workerPolicies?: readonly string[];
}

const HTML = 'text/html; charset=utf-8';

/** The address of the help until version 0.1.1. */
const FORMER_HELP = '/search/help';

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

export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<Pages> {
  const { root, boards, isNoindex, findFarPage, publicUrl, datastores, postgres, rendering, gate, limit } = options;
  const { modulePages = [], workerPolicies = [] } = options;
  // The build writes a .br and a .gz file beside each script and style.
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true });

  const makePage = rendering === undefined ? async () => null : pageMaker(app, rendering);

  /** Origins of files, for the policy. */
  const mediaOrigins = async () => {
    const list = await boards.filesAtSource().catch(() => new Map<string, Board>());
    const stores = await postgres.readOr(
      async () => datastores.rows(),
      () => datastores.lastRows,
    );
    const addresses = [
      ...[...list.values()].map((board) => board.mediaUrl),
      ...stores.map((store) => store.redirect_url ?? ''),
    ];
    const origins = new Set(
      addresses.map((address) => URL.parse(address)?.origin).filter((origin) => origin !== undefined),
    );
    return [...origins].sort();
  };

  let frame: { readonly at: number; readonly read: Promise<PageFrame> } | null = null;
  /** `at`: the time of the build. */
  const frameOf = async (at: number) => {
    if (frame?.at !== at) frame = { at, read: readFrame(root) };
    return frame.read.catch((error: unknown) => {
      frame = null;
      throw error;
    });
  };

  // While PostgreSQL is unavailable no page is marked noindex: search engines would drop all threads.
  const addNoindex = async (reply: FastifyReply, board: Board, threads: readonly number[]) => {
    const noindex = await postgres.readOr(
      async () => isNoindex(board, threads),
      () => false,
    );
    if (noindex) void reply.header('x-robots-tag', 'noindex');
  };

  /** The file is looked up for every page, since the folder may be rebuilt at any time. `request`: null for the empty page. */
  const page = async (
    request: FastifyRequest | null,
    reply: FastifyReply,
    status: number,
    { board = null, isSearch = false }: { readonly board?: Board | null; readonly isSearch?: boolean } = {},
  ) => {
    const media = await mediaOrigins();
    void reply.header('content-security-policy', pagePolicy(media, workerPolicies));
    const built = await stat(join(root, 'index.html')).catch(() => null);
    if (built === null) return reply.code(503).type(HTML).send(NOT_BUILT);
    void reply.code(status).headers({ 'cache-control': 'no-cache', vary: 'Accept-Language, Cookie' });
    const asked = request !== null && isSearch ? await gate.ask(callerOf(request)) : null;
    if (request !== null && asked !== null) return sendBusyPage(request, reply, asked, await frameOf(built.mtimeMs));
    const made = request === null ? null : await makePage(request, reply, { isSearch });
    if (request === null || made === null) return reply.sendFile('index.html', { cacheControl: false });
    // The page contains the answer: scripts do not request it.
    const shell = await frameOf(built.mtimeMs);
    const policy = pagePolicy(media, workerPolicies, shell.styleSources);
    // A 304 has these headers too: they replace those of the page in the browser's cache.
    void reply.removeHeader('link').headers({ etag: made.etag, 'content-security-policy': policy });
    if (made.page === null) return reply.code(304).send();
    if (board !== null) await addNoindex(reply, board, made.page.preview.threads);
    return reply
      .code(status === 200 ? made.page.status : status)
      .type(HTML)
      .send(documentOf({ frame: shell, page: made.page, site: Site.of(request, publicUrl), theme: made.theme }));
  };

  app.get('/assets/*', FOR_READERS, async (request, reply) => {
    const { '*': name } = request.params as { '*': string };
    return reply.sendFile(`assets/${name}`, { immutable: true, maxAge: '365d' });
  });
  for (const path of [`${PAGE_PATHS.staff}/*`, PAGE_PATHS.apiDocs])
    app.get(path, FOR_READERS, async (_request, reply) => page(null, reply, 200));
  const ofBoards = modulePages.filter((path) => path.startsWith(PAGE_PATHS.board));
  const others = modulePages.filter((path) => !ofBoards.includes(path));
  for (const path of [PAGE_PATHS.help, PAGE_PATHS.settings, PAGE_PATHS.reportTicket, ...others])
    app.get(serverPath(path), FOR_READERS, async (request, reply) => page(request, reply, 200));
  app.get(FORMER_HELP, FOR_READERS, async (_request, reply) => reply.redirect(PAGE_PATHS.help, 301));
  await app.register(async (scope) => {
    limit(scope);
    // The form that signs in and the overview work without scripts.
    scope.get(PAGE_PATHS.staff, FOR_READERS, async (request, reply) => page(request, reply, 200));
    scope.get(PAGE_PATHS.statistics, FOR_READERS, async (request, reply) =>
      page(request, reply, 200, { isSearch: true }),
    );
    scope.get(PAGE_PATHS.home, FOR_READERS, async (request, reply) => {
      addPreloadHeader(reply, BOARDS_PRELOAD);
      return page(request, reply, 200);
    });
    scope.get(PAGE_PATHS.search, FOR_READERS, async (request, reply) => {
      addPreloadHeader(reply, searchPreload(request.query));
      void reply.header('x-robots-tag', 'noindex');
      return page(request, reply, 200, { isSearch: true });
    });
    scope.get(PAGE_PATHS.searchForm, FOR_READERS, async (request, reply) => {
      void reply.header('x-robots-tag', 'noindex');
      return page(request, reply, 200);
    });
    scope.get(PAGE_PATHS.moderationLog, FOR_READERS, async (request, reply) => {
      addPreloadHeader(reply, publicLogPreload(request.query));
      return page(request, reply, 200);
    });
    const { board: boardPath, catalog, images, boardStatistics, thread: threadPath } = PAGE_PATHS;
    for (const path of [boardPath, catalog, images, boardStatistics, threadPath, ...ofBoards]) {
      scope.get(serverPath(path), FOR_READERS, async (request, reply) => {
        const { board: name, num } = request.params as { readonly board: string; readonly num?: string };
        // A client that requests JSON must not get a page.
        if (name === 'api' || num?.endsWith('.json') === true) return sendNothingHere(request, reply);
        // Files beside index.html, such as the icon. Board names contain no dot.
        if (path === boardPath && name.includes('.')) return reply.sendFile(name, { maxAge: '1h' });
        // If the boards cannot be read, the page is sent, and shows that the archive cannot be reached.
        const board = await boards.find(name).catch(() => 'unknown' as const);
        if (board === null) return page(request, reply, 404);
        if (board === 'unknown') return page(null, reply, 200);
        const thread = num === undefined ? null : numIn(num);
        const list = path === boardPath ? 'threads' : path === catalog ? 'catalog' : null;
        // If PostgreSQL is unavailable, the page is sent, and its request of the API fails.
        const far =
          list === null
            ? null
            : await postgres.readOr(
                async () => findFarPage(board, list, request.url),
                () => null,
              );
        if (far !== null) return sendFarPage(request, reply, far);
        // The address of a place in a list. Sitemaps lead to all threads.
        if (Object.hasOwn(request.query as object, 'cursor')) void reply.header('x-robots-tag', 'noindex');
        addPreloadHeader(reply, thread === null ? BOARDS_PRELOAD : threadPreload(name, thread));
        // Also for pages that scripts fill.
        await addNoindex(reply, board, thread === null ? [] : [thread]);
        return page(request, reply, 200, { board, isSearch: path === boardStatistics });
      });
    }
  });

  app.setNotFoundHandler(async (request, reply) => {
    return wantsPage(request) ? page(request, reply, 404) : sendNothingHere(request, reply);
  });
  return { send: async (reply, status) => page(null, reply, status) };
}

/** A 429, so that search engines and programs come back later. */
function sendBusyPage(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AskedProof,
  { scripts }: PageFrame,
): FastifyReply {
  const [script] = scripts.get(BUSY_PAGE_SCRIPT) ?? [];
  const seconds = String(asked.seconds);
  void reply.code(429).removeHeader('link').headers({ 'retry-after': seconds, refresh: seconds });
  const page = busyPage(request.url, asked, script === undefined ? null : `/${script}`, languageOf(request));
  return sendShortPage(reply, page, BUSY_PAGE_POLICY);
}

function sendFarPage(request: FastifyRequest, reply: FastifyReply, { address, limit }: FarPage): FastifyReply {
  if (address !== null && limit === null) return reply.header('cache-control', 'no-cache').redirect(address, 302);
  const language = languageOf(request);
  const { t } = language;
  const { pathname } = new URL(request.url, 'http://localhost');
  const links = [{ address: pathname, text: t('forms.first-page') }];
  if (address !== null && limit !== null)
    links.unshift({ address, text: t('forms.page-by-cursor', { number: limit }) });
  const sentence = limit === null ? t('forms.page-missing') : t('forms.page-too-far', { numbered: limit });
  return sendShortPage(reply.code(404), messageWithLinks(t('forms.not-found'), sentence, links, language));
}

function wantsPage(request: FastifyRequest): boolean {
  const isPath = !/^\/(api|assets)(\/|$)/.test(request.url) && !/\.[a-z0-9]+(\?|$)/.test(request.url);
  return isPath && request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
