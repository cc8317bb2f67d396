/**
 * The kinds of source, with the properties that every process needs. A new source has an entry here, and a folder in `scraper/sources/`
 * with a line in its registry. The database does not list the kinds: the code that adds boards and backfills refuses unknown ones.
 */

import { MODULES } from './modules.ts';
import { foolFuukaNames, isOfAllBoards, sourceFileName, thumbnailTypes, type SourceFile } from './source-file.ts';
import type { SharedModule } from './module.ts';
import type { MediaKind, SourceKindFacts } from './source-kind.ts';

/** FoolFuuka stores files in folders by the first six digits of their names. */
const foolFuukaPath = (name: string): string => `${name.slice(0, 4)}/${name.slice(4, 6)}/${name}`;

const OF_CORE = {
  '4chan': {
    threadPath: (board, thread) => `/${board}/thread/${thread}.json`,
    postPage: (board, thread, num) => `/${board}/thread/${thread}#p${num}`,
    mediaPaths: {
      file: ({ name, mediaType }) => [`${name}.${mediaType}`],
      thumb: ({ name }) => [`${name}s.jpg`],
      replay: ({ name }) => [`${name}.tgkr`],
    },
    hasFourChanNames: true,
  },
  vichan: {
    threadPath: (board, thread) => `/${board}/res/${thread}.json`,
    postPage: (board, thread, num) => `/${board}/res/${thread}.html#${num}`,
    mediaPaths: {
      file: (file) => [`${isOfAllBoards(file) ? '/file_store' : 'src'}/${file.name}.${file.mediaType}`],
      thumb: (file) => {
        const folder = isOfAllBoards(file) ? '/file_store/thumb' : 'thumb';
        return thumbnailTypes(file).map((type) => `${folder}/${file.name}.${type}`);
      },
    },
    hasFourChanNames: true,
  },
  foolfuuka: {
    threadPath: (board, thread) => `/_/api/chan/thread/?board=${board}&num=${thread}`,
    postPage: (board, thread, num) => `/${board}/thread/${thread}/#${num}`,
    mediaPaths: {
      file: (file) => foolFuukaNames(file).map((name) => `image/${foolFuukaPath(name)}.${file.mediaType}`),
      thumb: (file) => foolFuukaNames(file).map((name) => `thumb/${foolFuukaPath(name)}s.jpg`),
    },
    hasFourChanNames: false,
  },
  pipermail: {
    // A mailing list does not have a document per thread: each document holds a month.
    threadPath: (board) => `/${board}/`,
    postPage: null,
    mediaPaths: {},
    hasFourChanNames: false,
  },
} as const satisfies Record<string, SourceKindFacts>;

type KindsOf<Module> = Module extends { readonly sources: infer Sources } ? keyof Sources : never;

export type SourceKind = keyof typeof OF_CORE | KindsOf<(typeof MODULES)[number]>;

type GroupsOf<Module> = Module extends { readonly sources: infer Sources }
  ? { [Kind in keyof Sources]: Sources[Kind] extends { readonly group: object } ? Kind : never }[keyof Sources]
  : never;

/** The kinds that are sites, not private groups. */
export type SiteKind = Exclude<SourceKind, GroupsOf<(typeof MODULES)[number]>>;

const SOURCES: Readonly<Record<string, SourceKindFacts>> = Object.assign(
  {},
  OF_CORE,
  ...MODULES.map(({ sources }: SharedModule) => sources),
);

export const SOURCE_KINDS = Object.keys(SOURCES) as readonly SourceKind[];

/** A board keeps the name of its source when a module is removed. */
const UNKNOWN: SourceKindFacts = {
  threadPath: (board, thread) => `/${board}/${thread}`,
  mediaPaths: {},
  postPage: null,
  hasFourChanNames: false,
};

const factsOf = (kind: string): SourceKindFacts => SOURCES[kind] ?? UNKNOWN;

/** The group of peers that the source is; null for sites. */
export function groupOf(kind: string): NonNullable<SourceKindFacts['group']> | null {
  return factsOf(kind).group ?? null;
}

/** The kinds whose boards admins add. */
export const SITE_KINDS = SOURCE_KINDS.filter((kind): kind is SiteKind => groupOf(kind) === null);

/** Without `sourceName` the source has the board under the same name. */
export interface BoardAtSource {
  readonly source: SourceKind;
  readonly name: string;
  readonly sourceName?: string;
}

function escapedName({ name, sourceName }: BoardAtSource): string {
  return encodeURIComponent(sourceName ?? name);
}

/** Path of a thread's document below the board's `url`. */
export function threadPath(board: BoardAtSource, thread: number): string {
  return factsOf(board.source).threadPath(escapedName(board), thread);
}

/**
 * Addresses at which the source may have a file, the likeliest first; none for a kind that the source does not offer, and for a post that
 * names no file.
 */
export function mediaSourceAddresses(
  board: BoardAtSource & { readonly mediaUrl: string },
  file: SourceFile,
  kind: MediaKind,
): readonly string[] {
  const paths = factsOf(board.source).mediaPaths[kind];
  const name = sourceFileName(file);
  if (paths === undefined || name === null || file.mediaType === null) return [];
  const escaped = { ...file, name: encodeURIComponent(name), mediaType: encodeURIComponent(file.mediaType) };
  return paths(escaped).map(
    (path) => board.mediaUrl + (path.startsWith('/') ? path : `/${escapedName(board)}/${path}`),
  );
}

/** The kinds of files that a source offers. */
export function mediaKindsOf(kind: SourceKind): readonly MediaKind[] {
  return Object.keys(factsOf(kind).mediaPaths) as MediaKind[];
}

/** True if posts of the source keep fields without a column under the names of the 4chan API. */
export function hasFourChanNames(kind: SourceKind): boolean {
  return factsOf(kind).hasFourChanNames;
}

/** The hosts of 4chan's API and of its pages. */
const FOUR_CHAN_PAGES: ReadonlyMap<string, string> = new Map([['https://a.4cdn.org', 'https://boards.4chan.org']]);

export interface SourcePages {
  /** Host of the source. */
  readonly name: string;
  /** The board's page. */
  readonly url: string;
  /** `{thread}` and `{num}` stand for numbers; null if the source has no page for a post. */
  readonly postUrl: string | null;
}

/** Hosts of the archive's own machine and network: names without a dot, and private addresses. */
const INTERNAL_HOST =
  /^(?:[^.:]+|(?:.+\.)?localhost|(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+|\[(?:::|::1|f[cde].*)\])$/;

/** The pages of a board at its source; null for a source in the archive's own network, which readers cannot reach. */
export function sourcePages(board: BoardAtSource & { readonly url: string }): SourcePages | null {
  const base = board.url.replace(/\/+$/, '');
  const address = URL.parse(FOUR_CHAN_PAGES.get(base) ?? base);
  // A peer of a private group does not have pages, and its address is private.
  if (address === null || groupOf(board.source) !== null || INTERNAL_HOST.test(address.hostname)) return null;
  // Removes a user and password from the address.
  const root = `${address.origin}${address.pathname}`.replace(/\/+$/, '');
  const name = escapedName(board);
  const page = factsOf(board.source).postPage;
  return {
    name: address.host,
    url: `${root}/${name}/`,
    postUrl: page === null ? null : `${root}${page(name, '{thread}', '{num}')}`,
  };
}
