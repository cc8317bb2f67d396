/** Kicks, which are requests to harvest a board or thread now: their Redis keys, and the board and thread in an address. Pure. */
import type { Board } from './board.ts';
import { numIn } from './post.ts';

/** The base address of a board at its source; it identifies the forum. */
export function forumBase({ url, sourceName }: Pick<Board, 'url' | 'sourceName'>): string {
  return `${url}/${sourceName}`;
}

export interface Forum {
  /** The board's name in this archive. */
  readonly board: string;
  /** Base of the source's addresses, without the board. */
  readonly url: string;
  readonly sourceName: string;
}

export interface KickTarget<F extends Forum = Forum> {
  readonly forum: F;
  /** null for the board as a whole. */
  readonly thread: number | null;
}

const THREAD = /^\/(?:thread|res)\/(\d+)(?:\.\w+)?(?:\/|$)/;
const FOOLFUUKA_API = /^\/_\/api\/chan\/(\w+)\/?$/;
/** A path in this archive, e.g. `/g/thread/1`. */
const OWN_PATH = /^\/([\w-]+)(?:$|\/)/;

/** null if the address does not belong to one of the forums, names a thread that no board can have, or is not an address. */
export function kickTarget<F extends Forum>(address: string, forums: readonly F[]): KickTarget<F> | null {
  const own = OWN_PATH.exec(address)?.[1];
  if (own !== undefined) {
    const forum = forums.find(({ board }) => board === own);
    const thread = threadOf(address.slice(own.length + 1));
    return forum === undefined || thread === undefined ? null : { forum, thread };
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

/** undefined for a document of another board and for an impossible thread, null for the board as a whole. */
function threadIn(asked: URL, path: string, name: string): number | null | undefined {
  const api = FOOLFUUKA_API.exec(path)?.[1];
  if (api !== undefined) {
    if (asked.searchParams.get('board') !== name) return undefined;
    const num = asked.searchParams.get('num') ?? '';
    return api === 'thread' && /^\d+$/.test(num) ? (numIn(num) ?? undefined) : null;
  }
  const own = `/${encodeURIComponent(name)}`;
  if (path !== own && !path.startsWith(`${own}/`)) return undefined;
  return threadOf(path.slice(own.length));
}

/** undefined for a number that is not a num, null for an address without one. */
function threadOf(path: string): number | null | undefined {
  const digits = THREAD.exec(path)?.[1];
  return digits === undefined ? null : (numIn(digits) ?? undefined);
}

/** Channel of all scraper processes; a message means that boards or their settings have changed. */
export function configKickChannel(prefix: string): string {
  return `${prefix}:kick-config`;
}

/** Channel of one forum; only the harvester that holds the board's lease subscribes. */
export function updateKickChannel(prefix: string, baseUrl: string): string {
  return `${prefix}:kick:${baseUrl}`;
}

/** Hash of the forum's pending kicks, thread numbers or `board`, with the ids of their requests. A kick stays in it until a harvester takes it. */
export function pendingKicksKey(prefix: string, baseUrl: string): string {
  return `${prefix}:pending-kicks:${baseUrl}`;
}

/** Threads, and null for the whole board, with the id of the request that has kicked them; null for kicks without one. */
export type Kicks = ReadonlyMap<number | null, string | null>;
