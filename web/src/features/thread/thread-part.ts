/** The parts of a thread that its page may show. */

const MAX_LAST = 5000;

export interface ThreadPart {
  /** The opening post and this many of the newest replies. */
  readonly last?: string | undefined;
  readonly only?: 'deleted' | undefined;
  /** Conversations stay together. */
  readonly view?: 'tree' | undefined;
  /** The query that is searched in the thread. */
  readonly q?: string | undefined;
}

export function readThreadPart(raw: Readonly<Record<string, unknown>>): ThreadPart {
  const last = raw['last'];
  const isCount = typeof last === 'string' && /^[1-9]\d{0,3}$/.test(last) && Number(last) <= MAX_LAST;
  return {
    last: isCount ? last : undefined,
    only: raw['only'] === 'deleted' ? 'deleted' : undefined,
    view: raw['view'] === 'tree' ? 'tree' : undefined,
    q: typeof raw['q'] === 'string' && raw['q'].trim() !== '' ? raw['q'].trim() : undefined,
  };
}
