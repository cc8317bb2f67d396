/** The reason why a store is out of reach, from the error of its client. Pure. */
import type { StoreReason } from '../../mappings/contract/store-state.ts';
import { connectionFailure } from '../../platform/connection-failures.ts';

/** In the order in which they are looked for: codes and messages of the clients and stores. */
const REASONS: readonly (readonly [RegExp, StoreReason])[] = [
  [/28P01|28000|WRONGPASS|NOAUTH|NOPERM|security_exception/, 'login_refused'],
  [/53300|max number of clients/, 'busy'],
  [/57P0[123]|LOADING/, 'starting'],
  [/TimeoutError|timeout|timed out/i, 'timed_out'],
  [/Connection terminated|socket hang up|other side closed/i, 'connection_lost'],
];
/** A code of Node or of its HTTP client. Elasticsearch's client has it in the message only. */
const CODE = /\b(?:E[A-Z]{3,}(?:_[A-Z]+)*|UND_ERR_[A-Z_]+|[A-Z_]*(?:CERT|TLS|SSL|UNABLE_TO_VERIFY)[A-Z_]*)\b/;

export function storeReason(error: unknown): StoreReason {
  const text = textOf(error);
  const code = CODE.exec(text)?.[0];
  if (code !== undefined && connectionFailure(code) !== 'unreachable') return connectionFailure(code);
  return REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? 'unreachable';
}

/** Name, code and message of the error and its causes. The text is not shown: it may contain addresses. */
function textOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 4) return '';
  const { code } = error as { readonly code?: unknown };
  const causes = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [error.cause];
  const own = `${error.name} ${typeof code === 'string' ? code : ''} ${error.message}`;
  return [own, ...causes.map((cause) => textOf(cause, depth + 1))].join(' ');
}
