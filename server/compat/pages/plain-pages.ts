/** The pages of the application as they are read without it. */
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import type { BoardDirectory } from '../../boards/directory.ts';
import { Site } from '../../site.ts';
import { listThreads } from '../../threads/list.ts';
import { loadArchived, loadArchivedThread } from '../foolfuuka/load.ts';
import type { Surroundings } from '../foolfuuka/post.ts';
import { surroundingsOf } from '../foolfuuka/threads.ts';
import { escapeHtml } from '../html.ts';
import { pagination, type PlainPage } from './plain-page.ts';
import { threadHtml } from './post-html.ts';

export interface PlainPages {
  home(request: FastifyRequest): Promise<PlainPage>;
  /** null past the last page. */
  board(request: FastifyRequest, board: Board, page: number): Promise<PlainPage | null>;
  /** null where there is no such thread. */
  thread(request: FastifyRequest, board: Board, num: number): Promise<PlainPage | null>;
}

export interface PlainPagesOptions {
  readonly pool: Pool;
  readonly boards: BoardDirectory;
  readonly publicUrl: string | null;
}

/** As many as on a page of the application. */
const THREADS_A_PAGE = 15;
const LAST_REPLIES = 5;

export function createPlainPages({ pool, boards, publicUrl }: PlainPagesOptions): PlainPages {
  const around = async (request: FastifyRequest) => surroundingsOf(await boards.all(), Site.of(request, publicUrl));
  return {
    async home(request) {
      const { site, boards: list } = await around(request);
      const items = [...list.values()].map(
        ({ name, title }) =>
          `<li><a href="${escapeHtml(site.board(name))}">/${escapeHtml(name)}/ <span>${escapeHtml(title)}</span></a></li>\n`,
      );
      const main = `<div class="pull-left">\n<h2>Archives</h2>\n<ul>\n${items.join('')}</ul>\n</div>\n`;
      return { title: 'Sagasu', main, canonical: `${site.base}/` };
    },
    async board(request, board, page) {
      const listing = await listThreads(pool, board, {
        order: 'modified',
        start: { page },
        limit: THREADS_A_PAGE,
        replies: LAST_REPLIES,
      });
      if (listing.threads.length === 0 && page > 1) return null;
      const place = await around(request);
      const posts = listing.threads.flatMap(({ opener, lastReplies }) => [opener, ...lastReplies]);
      const archived = new Map((await loadArchived(pool, posts)).map((post) => [documentId(post.post), post]));
      const threads = listing.threads.flatMap(({ opener: first, lastReplies, omittedPosts, omittedImages }) => {
        const opener = archived.get(documentId(first));
        const replies = lastReplies.flatMap((reply) => archived.get(documentId(reply)) ?? []);
        const omitted = { posts: omittedPosts, images: omittedImages };
        return opener === undefined ? [] : [threadHtml({ opener, replies, omitted }, place)];
      });
      const address = (to: number) => `${place.site.board(board.name)}page/${to}/`;
      return {
        title: `${headingOf(board)}${page === 1 ? '' : ` - Page ${page}`}`,
        main: heading(board, place) + threads.join('') + pagination(page, listing.hasNext, address),
        canonical: page === 1 ? place.site.board(board.name) : `${place.site.board(board.name)}?page=${page}`,
      };
    },
    async thread(request, board, num) {
      const [opener, ...replies] = (await loadArchivedThread(pool, board, num)) ?? [];
      if (opener === undefined) return null;
      const place = await around(request);
      const { subject } = opener.post;
      return {
        title: `${headingOf(board)} - ${subject ?? `Thread #${num}`}`,
        main: heading(board, place) + threadHtml({ opener, replies, omitted: null }, place),
        canonical: `${place.site.board(board.name)}thread/${num}`,
      };
    },
  };
}

function headingOf({ name, title }: Board): string {
  return `/${name}/ - ${title}`;
}

function heading(board: Board, { site }: Surroundings): string {
  const address = escapeHtml(site.board(board.name));
  return `<h1 class="board_title"><a href="${address}">${escapeHtml(headingOf(board))}</a></h1>\n`;
}
