/** Pages of the application as HTML for readers without scripts. */
import type { FastifyRequest } from 'fastify';
import { isListed, type Board } from '../../../mappings/board.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import { partialSentence } from '../../limits/partial-reasons.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../../search/context.ts';
import { parse } from '../../search/language/parse.ts';
import { QueryError } from '../../search/language/query-error.ts';
import { Site } from '../../http/site.ts';
import { listPublicLog, type PublicLogFilter } from '../../audit/public-log.ts';
import { listThreads } from '../../threads/list.ts';
import { readThreadRows } from '../../threads/read-thread.ts';
import { findPosts, HITS_PER_PAGE, MAX_RESULTS } from '../foolfuuka/find-posts.ts';
import { archivedOf, loadArchived } from '../foolfuuka/load-posts.ts';
import { printContext, type PrintContext } from '../foolfuuka/site.ts';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import { pagination, type PlainPage } from './documents.ts';
import { threadPreview, type LinkPreview } from './link-preview.ts';
import { hitHtml, threadHtml } from './post-html.ts';
import { publicLogHtml } from './public-log-html.ts';

export interface PlainPages {
  home(request: FastifyRequest): Promise<PlainPage>;
  /** null past the last page. */
  board(request: FastifyRequest, board: Board, page: number): Promise<PlainPage | null>;
  /** null if there is no such thread. */
  thread(request: FastifyRequest, board: Board, num: number): Promise<PlainPage | null>;
  /** Whether the board is unlisted, or one of these threads has visible ghost posts and the board's settings do not let search engines index them. */
  hasKeptOutGhosts(board: Board, threads: readonly number[]): Promise<boolean>;
  /** What moderators did, on boards that publish it. */
  publicLog(request: FastifyRequest, filter: Omit<PublicLogFilter, 'limit'>): Promise<PlainPage>;
  /** Hits in numbered pages; only the form if the query is empty. */
  search(request: FastifyRequest, q: string, page: number, requestContext: RequestContext): Promise<PlainPage>;
}

export interface PlainPagesOptions {
  readonly searchContext: SearchContext;
  readonly publicUrl: string | null;
}

/** As on the pages of the application. */
const THREADS_PER_PAGE = 15;
const LAST_REPLIES = 5;
const LOG_ENTRIES_PER_PAGE = 50;

/** posts_thread. $1 board, $2 threads. */
const HAS_KEPT_OUT_GHOSTS = `
  select coalesce(b.settings #>> '{ghosts,index}', d.settings #>> '{ghosts,index}') is distinct from 'true' and exists (
      select from posts p where p.board_id = $1 and p.thread = any ($2::bigint[]) and p.subnum > 0 and not p.hidden) as has
    from boards b cross join board_defaults d where b.id = $1`;

export function createPlainPages({ searchContext, publicUrl }: PlainPagesOptions): PlainPages {
  const { pool, boards } = searchContext;
  const printingOf = async (request: FastifyRequest) =>
    printContext(await boards.all(), Site.of(request, publicUrl), await boards.filesAtSource());
  const hasKeptOutGhosts = async (board: Board, threads: readonly number[]) => {
    if (!isListed(board)) return true;
    const { rows } = await pool.query<{ has: boolean }>(HAS_KEPT_OUT_GHOSTS, [board.id, threads]);
    return rows[0]?.has === true;
  };
  const replyLink = async ({ name }: Board, thread: number) => {
    const view = (await boards.views()).find((board) => board.name === name);
    if (view?.ghosts !== true) return '';
    return (
      `<p><a href="${escapeHtml(`/_/reply?board=${name}&thread=${thread}`)}" rel="nofollow">Reply on this archive</a> ` +
      `<a href="${escapeHtml(`/_/delete?board=${name}`)}" rel="nofollow">Delete a reply of yours</a></p>\n`
    );
  };
  return {
    hasKeptOutGhosts,
    async home(request) {
      const { site, boards: list } = await printingOf(request);
      const items = [...list.values()]
        .filter(isListed)
        .map(
          ({ name, title }) =>
            `<li><a href="${escapeHtml(site.board(name))}">/${escapeHtml(name)}/ <span>${escapeHtml(title)}</span></a></li>\n`,
        );
      const main = `<div class="pull-left">\n<h2>Archives</h2>\n<ul>\n${items.join('')}</ul>\n</div>\n`;
      return { title: 'Sagasu', main: form('') + main, canonical: `${site.base}/`, preview: previewOf(ABOUT, '') };
    },
    async board(request, board, page) {
      const view = (await boards.views()).find(({ name }) => name === board.name);
      const listing = await listThreads(pool, board, {
        order: view?.order ?? 'modified',
        start: { page },
        limit: THREADS_PER_PAGE,
        replies: LAST_REPLIES,
      });
      if (listing.threads.length === 0 && page > 1) return null;
      const printing = await printingOf(request);
      const posts = listing.threads.flatMap(({ opener, lastReplies }) => [opener, ...lastReplies]);
      const archived = new Map((await loadArchived(pool, posts)).map((post) => [documentId(post.post), post]));
      const threads = listing.threads.flatMap(({ opener: first, lastReplies, omittedPosts, omittedImages }) => {
        const opener = archived.get(documentId(first));
        const replies = lastReplies.flatMap((reply) => archived.get(documentId(reply)) ?? []);
        const omitted = { posts: omittedPosts, images: omittedImages };
        return opener === undefined ? [] : [threadHtml({ opener, replies, omitted }, printing)];
      });
      const address = (to: number) => `${printing.site.board(board.name)}page/${to}/`;
      return {
        title: `${headingOf(board)}${page === 1 ? '' : ` - Page ${page}`}`,
        main: heading(board, printing) + threads.join('') + pagination(page, listing.hasNext, address),
        canonical: page === 1 ? printing.site.board(board.name) : `${printing.site.board(board.name)}?page=${page}`,
        preview: previewOf(`${headingOf(board)}: threads in the archive.`, `board:${board.name}`),
        isKeptOut: await hasKeptOutGhosts(
          board,
          listing.threads.map(({ opener }) => opener.num),
        ),
      };
    },
    async thread(request, board, num) {
      const thread = await readThreadRows(pool, board.id, num);
      const posts = (thread?.rows ?? []).map(archivedOf);
      const opener = posts.find(({ post }) => post.opener);
      if (opener === undefined) return null;
      const replies = posts.filter(({ post }) => !post.opener);
      const printing = await printingOf(request);
      const { subject } = opener.post;
      return {
        title: `${headingOf(board)} - ${subject ?? `Thread #${num}`}`,
        main:
          heading(board, printing) +
          threadHtml({ opener, replies, omitted: null }, printing) +
          (await replyLink(board, num)),
        canonical: `${printing.site.board(board.name)}thread/${num}`,
        preview: threadPreview(opener.post, printing.site),
      };
    },
    async publicLog(request, filter) {
      const { site } = await printingOf(request);
      const log = await listPublicLog(pool, { ...filter, limit: LOG_ENTRIES_PER_PAGE });
      return {
        title: 'Moderation',
        main: publicLogHtml(log, site),
        canonical: `${site.base}/moderation`,
        preview: previewOf(ABOUT, null),
      };
    },
    async search(request, q, page, requestContext) {
      const printing = await printingOf(request);
      const canonical = printing.site.search(q);
      const preview = previewOf(ABOUT, q);
      if (q === '') return { title: 'Search', main: form(q), canonical, preview };
      const title = `Search: ${q}`;
      try {
        const isPastEnd = (page - 1) * HITS_PER_PAGE >= MAX_RESULTS;
        const search = { query: parse(q), page };
        const { keys, total } = isPastEnd
          ? { keys: [], total: 0 }
          : await findPosts(searchContext, search, HITS_PER_PAGE, requestContext);
        const hits = await loadArchived(pool, keys);
        const { partial } = requestContext;
        const missing = partial.isEmpty ? '' : alert(partialSentence(partial.list()));
        if (hits.length === 0)
          return { title, main: form(q) + missing + alert('No results found.'), canonical, preview };
        const hasNext = page * HITS_PER_PAGE < Math.min(total, MAX_RESULTS);
        const count = `${partial.isEmpty ? '' : 'At least '}${total} results found.`;
        const main =
          `<h3 class="section_title">${escapeHtml(title)} <small>${count}</small></h3>\n${form(q)}${missing}` +
          `<article class="clearfix thread">\n<aside class="posts">\n` +
          `${hits.map((hit) => hitHtml(hit, printing)).join('')}</aside>\n</article>\n` +
          pagination(page, hasNext, (to) => `${canonical}&page=${to}`);
        return { title, main, canonical, preview };
      } catch (error) {
        if (!(error instanceof QueryError)) throw error;
        return { title, main: form(q) + alert(error.message), canonical, preview };
      }
    },
  };
}

const ABOUT = 'A search-centred archive of imageboards and other public discussions.';

function previewOf(description: string, feed: string | null): LinkPreview {
  return { type: 'website', description, image: null, feed };
}

function form(q: string): string {
  const field = `<input name="q" type="search" value="${escapeHtml(q)}" aria-label="Query">`;
  return `<form action="/search" role="search">${field} <button>Search</button></form>\n`;
}

function alert(sentence: string): string {
  return `<div class="alert"><h4 class="alert-heading">${escapeHtml(sentence)}</h4></div>\n`;
}

function headingOf({ name, title }: Board): string {
  return `/${name}/ - ${title}`;
}

function heading(board: Board, { site }: PrintContext): string {
  const address = escapeHtml(site.board(board.name));
  return `<h1 class="board_title"><a href="${address}">${escapeHtml(headingOf(board))}</a></h1>\n`;
}
