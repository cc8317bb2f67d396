import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';
import { currentRequestId } from './request-id.ts';
import { inOneLine, isKnownFailure } from './known-failures.ts';
import { limitRepeatedLines, type LogMethod } from './repeated-lines.ts';
import { UnavailableError } from './errors.ts';

export type { Logger };

/**
 * Logs to stderr, one JSON object per line unless `SAGASU_LOG_FORMAT=pretty`. At level info and above, neither query texts
 * nor addresses of readers may be logged. Known failures have no stack, and their lines are limited.
 */
export function createLogger(
  config: Pick<Config, 'logLevel' | 'logFormat'>,
  name: string,
  destination?: DestinationStream,
): Logger {
  const options = {
    name,
    level: config.logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: loggedError },
    hooks: { logMethod: withoutQueries(limitRepeatedLines()) },
    mixin: requestIdOf,
  };
  if (config.logFormat === 'pretty') {
    return pino({
      ...options,
      transport: { target: 'pino-pretty', options: { destination: 2, ignore: 'pid,hostname' } },
    });
  }
  return pino(options, destination ?? pino.destination({ fd: 2, sync: false }));
}

/** Fastify's error for a handler that answers after the time limit of its request. Its message contains the address with the query. */
const LATE = 'FST_ERR_REP_ALREADY_SENT';

function withoutQueries(logMethod: LogMethod): LogMethod {
  return function log(args, method, level) {
    const [fields] = args as readonly unknown[];
    const { code } = ((fields as { readonly err?: unknown } | null)?.err ?? {}) as { readonly code?: unknown };
    const safe = code === LATE ? ([{ code: LATE }, 'a handler ended after its request was answered'] as const) : args;
    logMethod.call(this, safe as typeof args, method, level);
  };
}

/** Loggers of requests add the id themselves. */
function requestIdOf(_fields: object, _level: number, logger: Logger): object {
  const id = currentRequestId();
  return id === null || 'reqId' in logger.bindings() ? {} : { reqId: id };
}

function loggedError(error: Error): object {
  if (!isKnownFailure(error)) return pino.stdSerializers.err(error);
  const { name, code, message, cause } = error;
  return {
    type: name,
    ...(code !== undefined && { code }),
    ...(error instanceof UnavailableError && { service: error.service }),
    message: message || inOneLine(error),
    ...(cause instanceof Error && { cause: inOneLine(cause) }),
  };
}
