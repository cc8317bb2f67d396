/**
 * The parameter `direct` of PostgreSQL's address: the address is one of PgBouncer in transaction mode, and `direct` names the PostgreSQL
 * behind it, as `host:port` or as the folder of its socket. Login, database and other parameters are the same for both. Pure.
 */
const PARAMETER = 'direct';
const PLACE = /^(\[[0-9a-f:.]+\]|[\w.-]+|\/[^:?#]*)(?::(\d{1,5}))?$/i;

/** null without the parameter. */
export function directPlace(address: string): string | null {
  return new URL(address).searchParams.get(PARAMETER);
}

export function isDirectPlace(written: string): boolean {
  return PLACE.test(written);
}

/** The address of PgBouncer itself, or the address as it is. */
export function withoutDirect(address: string): string {
  const url = new URL(address);
  url.searchParams.delete(PARAMETER);
  return url.href;
}

/** The address of PostgreSQL for work that needs a session: LISTEN, COPY without time limits, temporary tables, locks of sessions. */
export function directAddress(address: string): string {
  const place = directPlace(address);
  if (place === null) return address;
  const url = new URL(withoutDirect(address));
  const [, host = '', port = ''] = PLACE.exec(place) ?? [];
  url.port = port;
  if (host.startsWith('/')) {
    url.hostname = 'localhost';
    url.searchParams.set('host', host);
  } else {
    url.hostname = host;
    url.searchParams.delete('host');
  }
  return url.href;
}

/** Adds the way out to the message with which PgBouncer refuses a connection whose address has no `direct`. */
export function withPoolerHint(message: string): string {
  if (!message.includes('unsupported startup parameter')) return message;
  return `${message}. DATABASE_URL leads to PgBouncer: add ?direct=HOST:PORT, the address of PostgreSQL`;
}
