/** What FoolFuuka's API says of the site and of its boards. */
import type { Board } from '../../../mappings/board.ts';
import type { Site } from '../../http/site.ts';

export const THREADS_PER_PAGE = 10;

export function foolFuukaSite(site: Site) {
  return {
    url: `${site.base}/`,
    name: 'Sagasu',
    title: 'Sagasu',
    notices: [],
    media_http: [],
    media_https: [],
    global_search_enabled: true,
  };
}

/** By id. The order is that of the ids whatever is done. */
export function foolFuukaBoards(boards: readonly Board[], site: Site) {
  return Object.fromEntries(boards.map((board) => [String(board.id), foolFuukaBoard(board, site)]));
}

function foolFuukaBoard(board: Board, site: Site) {
  return {
    name: board.title,
    shortname: board.name,
    board_url: site.board(board.name),
    threads_per_page: String(THREADS_PER_PAGE),
    original_board_url: `${board.url.replace('//a.4cdn.org', '//boards.4chan.org')}/${board.sourceName}/`,
    thumbs_url: '',
    images_url: '',
    anonymous_default_name: 'Anonymous',
    is_nsfw: !board.worksafe,
    search_enabled: true,
    board_hidden: false,
  };
}
