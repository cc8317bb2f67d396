/** The reason why a connection failed, from the code of its error. Pure. */

export type ConnectionFailure =
  | 'connection_refused'
  | 'name_unknown'
  | 'timed_out'
  | 'connection_lost'
  | 'certificate'
  | 'unreachable';

const FAILURES: Readonly<Record<string, ConnectionFailure>> = {
  ECONNREFUSED: 'connection_refused',
  ENOTFOUND: 'name_unknown',
  EAI_AGAIN: 'name_unknown',
  ETIMEDOUT: 'timed_out',
  UND_ERR_CONNECT_TIMEOUT: 'timed_out',
  UND_ERR_HEADERS_TIMEOUT: 'timed_out',
  UND_ERR_BODY_TIMEOUT: 'timed_out',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
};
const CERTIFICATE = /CERT|TLS|SSL|UNABLE_TO_VERIFY/;

export function connectionFailure(code: string): ConnectionFailure {
  return FAILURES[code] ?? (CERTIFICATE.test(code) ? 'certificate' : 'unreachable');
}

/** True for the codes of Node and of its HTTP client for a connection that failed or took too long. */
export function isConnectionFailure(code: unknown): boolean {
  return typeof code === 'string' && Object.hasOwn(FAILURES, code);
}
