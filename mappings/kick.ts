/** Kicks: somebody asks for a harvest now. Where they travel in Redis, and what an address that is kicked stands for. Pure. */
import type { Board } from './board.ts';

/** A board where it is harvested: what its documents' addresses begin with. */
export function forumBase({ url, sourceName }: Pick<Board, 'url' | 'sourceName'>): string {
  return `${url}/${sourceName}`;
}

export interface Forum {
  /** Our name of the board. */
  readonly board: string;
  /** Base of the source's addresses, and what the board is called there. */
  readonly url: string;
  readonly sourceName: string;
}

export interface KickTarget<F extends Forum = Forum> {
  readonly forum: F;
  /** null for the board as a whole. */
  readonly thread: number | null;
}

const THREAD = /^\/(?:thread|res)\/(\d{1,15})(?:\.\w+)?(?:\/|$)/;
const FOOLFUUKA_API = /^\/_\/api\/chan\/(\w+)\/?$/;
/** An address of this archive itself. */
const OWN_PATH = /^\/([\w-]+)(?:$|\/)/;

/** null for an address of no forum: of another site, of another board, or none at all. */
export function kickTarget<F extends Forum>(address: string, forums: readonly F[]): KickTarget<F> | null {
  const own = OWN_PATH.exec(address)?.[1];
  if (own !== undefined) {
    const forum = forums.find(({ board }) => board === own);
    return forum === undefined ? null : { forum, thread: threadOf(address.slice(own.length + 1)) };
  }
  if (!URL.canParse(address)) return null;
  const asked = new URL(address);
  for (const forum of forums) {
    const base = new URL(forum.url);
    const path = base.pathname.replace(/\/$/, '');
    if (asked.origin !== base.origin || !asked.pathname.startsWith(`${path}/`)) continue;
    const thread = threadIn(asked, asked.pathname.slice(path.length), forum.sourceName);
    if (thread !== undefined) return { forum, thread };
  }
  return null;
}

/** undefined for a document of another board. */
function threadIn(asked: URL, path: string, name: string): number | null | undefined {
  const api = FOOLFUUKA_API.exec(path)?.[1];
  if (api !== undefined) {
    if (asked.searchParams.get('board') !== name) return undefined;
    const num = asked.searchParams.get('num') ?? '';
    return api === 'thread' && /^\d{1,15}$/.test(num) ? Number(num) : null;
  }
  const own = `/${encodeURIComponent(name)}`;
  if (path !== own && !path.startsWith(`${own}/`)) return undefined;
  return threadOf(path.slice(own.length));
}

function threadOf(path: string): number | null {
  const num = THREAD.exec(path)?.[1];
  return num === undefined ? null : Number(num);
}

/** Channel that all scraper processes listen to: boards or their settings are other ones now. */
export function configKickChannel(prefix: string): string {
  return `${prefix}:kick-config`;
}

/** Channel of one forum: the harvester that holds it listens, and no other. */
export function updateKickChannel(prefix: string, baseUrl: string): string {
  return `${prefix}:kick:${baseUrl}`;
}

/** Set of what is kicked of a forum and that no harvester has taken: threads, or `board`. A kick that nobody heard waits here. */
export function pendingKicksKey(prefix: string, baseUrl: string): string {
  return `${prefix}:kicks:${baseUrl}`;
}
