/** The site and its boards: their fields in FoolFuuka's API, and the context for printing posts. */
import type { Board } from '../../../../mappings/board.ts';
import { etagOfBody } from '../../../../server/shared/etag.ts';
import type { Site } from '../../../../server/shared/site.ts';

/** The context of a printed post besides its row. */
export interface PrintContext {
  /** Equal for the same boards with the same settings. */
  readonly version: string;
  readonly site: Site;
  /** Every board of the archive, by name. */
  readonly boards: ReadonlyMap<string, Board>;
  /** The boards whose files readers may load from their source. */
  readonly filesAtSource: ReadonlyMap<string, Board>;
}

/** The directory returns the same list until it reads the boards again, so most requests hash nothing. */
const ofBoards = new WeakMap<readonly Board[], Pick<PrintContext, 'version' | 'boards'>>();

export function printContext(
  boards: readonly Board[],
  site: Site,
  filesAtSource: PrintContext['filesAtSource'] = new Map(),
): PrintContext {
  let context = ofBoards.get(boards);
  if (context === undefined) {
    const byName = new Map(boards.map((board) => [board.name, board]));
    context = { version: etagOfBody(JSON.stringify(boards)), boards: byName };
    ofBoards.set(boards, context);
  }
  const version = filesAtSource.size === 0 ? context.version : `${context.version} source`;
  return { ...context, version, site, filesAtSource };
}

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

/** By id; JavaScript orders numeric keys by size. */
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
