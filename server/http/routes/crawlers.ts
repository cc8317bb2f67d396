/** For crawlers: robots.txt, and sitemaps of every visible thread. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isListed, type Board } from '../../../mappings/board.ts';
import type { Config } from '../../../platform/config.ts';
import { archiveUnavailable } from '../../../platform/postgres-errors.ts';
import { NotFoundError } from '../../shared/errors.ts';
import { etagOfBody, matchesEtag } from '../../shared/etag.ts';
import type { SearchContext } from '../../search/context.ts';
import { Site } from '../../shared/site.ts';
import { ROBOTS_KEEP_OUT, robotsText } from '../../feeds/robots.ts';
import { loadFiles, loadThreads, MAX_FILES, sitemapIndexXml, sitemapXml } from '../../feeds/sitemap.ts';
import { boardNamed } from '../../boards/board-named.ts';
import { FOR_READERS } from '../access.ts';

export type CrawlerContext = Pick<SearchContext, 'pool' | 'boards' | 'postgres'> & {
  readonly publicUrl: string | null;
};

const XML = 'application/xml; charset=utf-8';

/** Answers 503, so that the crawler comes back: threads missing from an incomplete sitemap would count as deleted. */
const away = async (): Promise<never> => {
  throw archiveUnavailable();
};

/** Answers even if the boards cannot be read: without an answer crawlers treat the whole site as forbidden. */
export function robotsRoute(
  app: FastifyInstance,
  boards: CrawlerContext['boards'],
  { publicUrl, crawlDelay }: Pick<Config, 'publicUrl' | 'crawlDelay'>,
): void {
  app.get('/robots.txt', FOR_READERS, async (request, reply) => {
    const site = Site.of(request, publicUrl);
    const list = await boards.all().catch(() => []);
    return sendRobots(
      reply,
      robotsText(
        site.base,
        list.filter(isListed).map(({ name }) => site.sitemaps(name)),
        crawlDelay,
      ),
    );
  });
}

export function sitemapRoutes({ pool, boards, postgres, publicUrl }: CrawlerContext) {
  const filesOf = async (board: Board, site: Site) =>
    (await loadFiles(pool, board)).map((file) => site.sitemap(board.name, file));
  const boardOf = async (request: FastifyRequest) =>
    boardNamed(boards, (request.params as { readonly board: string }).board);

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/sitemap.xml', FOR_READERS, async (request, reply) => {
      const site = Site.of(request, publicUrl);
      const files = await postgres.readOrFallback(async () => {
        const found: string[] = [];
        for (const board of (await boards.all()).filter(isListed)) found.push(...(await filesOf(board, site)));
        return found;
      }, away);
      return sendXml(request, reply, sitemapIndexXml(files.slice(0, MAX_FILES)), null);
    });

    app.get('/:board/sitemap.xml', FOR_READERS, async (request, reply) => {
      const board = await boardOf(request);
      const files = await postgres.readOrFallback(async () => filesOf(board, Site.of(request, publicUrl)), away);
      return sendXml(request, reply, sitemapIndexXml(files), null);
    });

    app.get('/:board/sitemap-:file.xml', FOR_READERS, async (request, reply) => {
      const board = await boardOf(request);
      const { file } = request.params as { readonly file: string };
      const threads = FILE.test(file)
        ? await postgres.readOrFallback(async () => loadThreads(pool, board, Number(file)), away)
        : [];
      // The protocol requires at least one address in each sitemap.
      if (threads.length === 0) throw new NotFoundError('page_unknown', 'There is no such sitemap.');
      const site = Site.of(request, publicUrl);
      const pages = threads.map(({ num, modified }) => ({ address: site.thread(board.name, num), modified }));
      const newest = pages.reduce((latest, { modified }) => (modified > latest ? modified : latest), new Date(0));
      return sendXml(request, reply, sitemapXml(pages), newest);
    });
  };
}

/** A file number times the nums per file stays within PostgreSQL's bigint. */
const FILE = /^[1-9]\d{0,11}$/;

/** For archives that crawlers must not index: a robots.txt that forbids everything, and `noindex` for pages found elsewhere. */
export function keepCrawlersOut(app: FastifyInstance): void {
  app.get('/robots.txt', FOR_READERS, async (_request, reply) => sendRobots(reply, ROBOTS_KEEP_OUT));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    void reply.header('x-robots-tag', 'noindex, nofollow');
    done();
  });
}

function sendRobots(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(text);
}

function sendXml(request: FastifyRequest, reply: FastifyReply, body: string, newest: Date | null): FastifyReply {
  const etag = etagOfBody(body);
  void reply.headers({ etag, 'cache-control': 'public, no-cache' });
  // Informative only: the time does not change when a thread is hidden, so If-Modified-Since is ignored.
  if (newest !== null) void reply.header('last-modified', newest.toUTCString());
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(XML).send(body);
}
