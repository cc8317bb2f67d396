/** Every route of the server. Each route of the core has a file beside this one and a line here; modules add theirs. */
import { join } from 'node:path';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { isListed, type Board } from '../../../mappings/board.ts';
import { MEDIA_PATH } from '../../../mappings/media.ts';
import { RendererPool } from '../../rendering/renderer-pool.ts';
import { publishedLimits } from '../../limits/published-limits.ts';
import { ExportSlots } from '../../search/export/export-slots.ts';
import { MODULES } from '../../modules.ts';
import type { ModuleRoutes, Offers } from '../../module.ts';
import { farPages } from '../plugins/far-pages.ts';
import { registerPages, type Pages } from '../plugins/pages.ts';
import { registerRateLimit } from '../plugins/rate-limit.ts';
import type { Services } from '../services.ts';
import { adminRoutes } from './admin/admin-routes.ts';
import { banPage } from './ban-page.ts';
import { overviewParts } from '../../overview/core-parts.ts';
import { createOverviewMetrics } from '../../overview/metrics.ts';
import { adminOverviewRoutes } from './admin/overview.ts';
import { adminQueuePages, QUEUES_PATH } from './admin/queues.ts';
import { backlinkRoutes } from './archive/backlinks.ts';
import { boardRoutes } from './archive/boards.ts';
import { freshnessRoutes } from './archive/freshness.ts';
import { identityRoutes } from './archive/identities.ts';
import { kickRoutes } from './archive/kick.ts';
import { mediaRoutes } from './archive/media.ts';
import { reportOptions, reportRoutes } from './archive/reports.ts';
import { postListRoutes } from './archive/post-lists.ts';
import { publicLogRoutes } from './archive/public-log.ts';
import { statisticsRoutes } from './archive/statistics.ts';
import { threadListRoutes } from './archive/thread-lists.ts';
import { commentRoutes } from './archive/comment.ts';
import { oEmbedRoutes } from './archive/oembed.ts';
import { threadRoutes } from './archive/threads.ts';
import { threadZipRoutes } from './archive/thread-zip.ts';
import { keepCrawlersOut, robotsRoute, sitemapRoutes } from './crawlers.ts';
import { healthRoutes } from './health.ts';
import { readerPassRoutes } from './reader-pass.ts';
import { reportForm } from './report-form.ts';
import { reportTicketForm } from './report-ticket.ts';
import { signInForm } from './sign-in-form.ts';
import { completionRoutes } from './search/completion.ts';
import { searchCountRoutes } from './search/counts.ts';
import { didYouMeanRoutes } from './search/did-you-mean.ts';
import { exampleRoutes } from './search/examples.ts';
import { explainRoutes } from './search/explain.ts';
import { exportRoutes } from './search/export.ts';
import { feedRoutes } from './search/feeds.ts';
import { partsRoutes } from './search/parts.ts';
import { registerOpenSearch } from './search/opensearch.ts';
import { searchRoutes } from './search/search.ts';
import { FOR_READERS } from '../access.ts';

interface Web {
  /** The folder of the built pages. */
  readonly root: string;
  readonly renderThreads: number;
}

export async function registerRoutes(app: FastifyInstance, services: Services, web: Web): Promise<void> {
  const { crawlers, crawlDelay, publicUrl } = services.config;
  app.decorateRequest('payer', null);
  const merged: Offers = {};
  const modules = MODULES.map((module) => module.routes(services, merged));
  const offers: readonly Offers[] = modules.flatMap((module) => module.offers ?? []);
  Object.assign(merged, ...offers);
  // Registered first: a hook on the application applies only to scopes that are registered after it.
  if (crawlers) robotsRoute(app, services.boards, { publicUrl, crawlDelay });
  else keepCrawlersOut(app);
  await app.register(
    healthRoutes({ ...services, indexPrefix: services.config.indexPrefix, coverage: services.coverage }),
  );
  await app.register(async (api) => registerApi(api, services, modules), { prefix: '/api' });
  await app.register(mediaRoutes(services.pool, services.datastores), { prefix: MEDIA_PATH });
  await app.register(adminQueuePages(services.admin), { prefix: QUEUES_PATH });
  const pages = await registerWeb(app, services, web, offers);
  await registerSite(
    app,
    services,
    modules.flatMap((module) => module.site?.(pages) ?? []),
  );
  for (const plugin of modules.flatMap((module) => module.files ?? [])) await app.register(plugin);
}

/** `/api`: the project's own API. */
async function registerApi(api: FastifyInstance, services: Services, modules: readonly ModuleRoutes[]): Promise<void> {
  const { config, pool, redis, postgres, boards, search, admin, threadReader } = services;
  const { publicUrl, queuePrefix } = config;
  registerRateLimit(api, services.rateLimit);
  api.get('/openapi.json', FOR_READERS, (_request, reply) => reply.send(api.swagger()));
  const rows = { anonymous: config.exportRows, admin: config.exportRowsAdmin };
  const readers = services.exportReaders === undefined ? {} : { readers: services.exportReaders };
  const slots = new ExportSlots(config.exports);
  const plugins = [
    searchRoutes(search),
    searchCountRoutes(search),
    completionRoutes(search),
    didYouMeanRoutes(search),
    exampleRoutes(search),
    partsRoutes,
    feedRoutes(search, publicUrl),
    explainRoutes(search, publishedLimits(config)),
    exportRoutes(search, { publicUrl, slots, rows, admins: admin, ...readers }),
    threadZipRoutes({ ...search, datastores: services.datastores, publicUrl, slots }),
    boardRoutes({ boards, postgres, otherArchives: config.otherArchives, contact: config.contact }),
    identityRoutes(search.identities),
    threadRoutes({ ...search, threadReader }),
    oEmbedRoutes({ ...search, publicUrl: config.publicUrl }),
    backlinkRoutes(search),
    commentRoutes(search),
    threadListRoutes(search),
    postListRoutes(search),
    freshnessRoutes({ ...search, redis, queuePrefix }),
    kickRoutes({ pool, redis, queuePrefix }),
    reportRoutes(reportOptions(services)),
    statisticsRoutes(search),
    publicLogRoutes({ pool, postgres }),
    readerPassRoutes(services.gate),
    ...modules.flatMap((module) => module.api ?? []),
  ];
  for (const plugin of plugins) await api.register(plugin, { prefix: '/v1' });
  const parts = overviewParts(MODULES);
  createOverviewMetrics(services.metrics, services.overview, parts);
  const overview = adminOverviewRoutes(services.overview, parts);
  const ofModules = {
    plugins: [overview, ...modules.flatMap((module) => module.admin ?? [])],
    counts: MODULES.flatMap((module) => module.staffCounts ?? []),
  };
  await api.register(adminRoutes(admin, boards, search, ofModules), { prefix: '/v1/admin' });
}

const RENDERING = { limitMs: 5_000, waitMs: 2_000, maxWaiting: 32 } as const;

/** The pages for browsers, the files that they refer to, and addresses for crawlers. */
async function registerWeb(
  app: FastifyInstance,
  services: Services,
  { root, renderThreads }: Web,
  offers: readonly Offers[],
): Promise<Pages> {
  const { config, boards, datastores, postgres, rateLimit, queues, pass } = services;
  const { publicUrl } = config;
  registerOpenSearch(app, publicUrl);
  const limit = (scope: FastifyInstance) => registerRateLimit(scope, rateLimit);
  const renderer = new RendererPool({ bundle: join(root, 'server/server.js'), threads: renderThreads, ...RENDERING });
  const earned = config.proofWhileBusy ? null : pass;
  const rendering = { renderer, cookie: services.admin.cookie, pass: earned, queues, registry: services.metrics };
  return registerPages(app, {
    root,
    boards,
    findFarPage: farPages(services.search),
    isNoindex: async (board, threads) => isNoindex(offers, board, threads),
    publicUrl,
    datastores,
    postgres,
    rendering,
    gate: services.gate,
    limit,
    modulePages: MODULES.flatMap((module) => module.pages ?? []),
    workerPolicies: [...new Set(MODULES.flatMap((module) => module.workerPolicies ?? []))],
  });
}

/** Unlisted boards are not indexed, nor are threads that a module keeps out. */
async function isNoindex(offers: readonly Offers[], board: Board, threads: readonly number[]): Promise<boolean> {
  if (!isListed(board)) return true;
  const answers = await Promise.all(offers.map(async (offer) => offer.isNoindex?.(board, threads) ?? false));
  return answers.includes(true);
}

/** Forms without scripts, sitemaps, and the routes of modules at the root. */
async function registerSite(
  app: FastifyInstance,
  services: Services,
  ofModules: readonly FastifyPluginAsync[],
): Promise<void> {
  const { config, search } = services;
  await app.register(async (limited) => {
    registerRateLimit(limited, services.rateLimit);
    await limited.register(reportForm(reportOptions(services)));
    await limited.register(reportTicketForm(services.pool, services.config.publicUrl));
    await limited.register(signInForm(services.admin));
    await limited.register(banPage({ pool: services.pool, publicUrl: config.publicUrl }));
    for (const plugin of ofModules) await limited.register(plugin);
    if (config.crawlers) await limited.register(sitemapRoutes({ ...search, publicUrl: config.publicUrl }));
  });
}
