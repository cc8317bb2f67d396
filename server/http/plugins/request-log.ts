import {
  LogController,
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';

/** One line a request, by route and never by address or query: what people search for is nobody's business. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // The line at the end says it all.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (error) reply.log.warn({ ...lineOf(request, reply), err: error }, 'answer could not be sent');
    else if (INFO_OR_MORE.has(request.server.log.level)) reply.log.info(lineOf(request, reply), 'answered');
  }

  override routeNotFound(): void {
    // Anyone can ask for anything; the status in the line above tells.
  }
}

const INFO_OR_MORE = new Set(['info', 'debug', 'trace']);

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    method: request.method,
    route: request.routeOptions.url ?? null,
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime),
  };
}

type MakeLogger = NonNullable<FastifyServerOptions['childLoggerFactory']>;
type LoggerArguments = Parameters<MakeLogger>;
type Said = [first: unknown, message?: string, ...rest: unknown[]];

/** A request's own logger, which is made once there is something to say: mostly there is not. */
class LateLogger implements FastifyBaseLogger {
  readonly #arguments: LoggerArguments;
  #made: FastifyBaseLogger | undefined;

  constructor(...args: LoggerArguments) {
    this.#arguments = args;
  }

  get #logger(): FastifyBaseLogger {
    const [parent, bindings, options] = this.#arguments;
    return (this.#made ??= parent.child(bindings, options));
  }

  get level(): FastifyBaseLogger['level'] {
    return this.#logger.level;
  }

  set level(level: FastifyBaseLogger['level']) {
    this.#logger.level = level;
  }

  fatal(...said: Said): void {
    this.#logger.fatal(...said);
  }

  error(...said: Said): void {
    this.#logger.error(...said);
  }

  warn(...said: Said): void {
    this.#logger.warn(...said);
  }

  info(...said: Said): void {
    this.#logger.info(...said);
  }

  debug(...said: Said): void {
    this.#logger.debug(...said);
  }

  trace(...said: Said): void {
    this.#logger.trace(...said);
  }

  silent(): void {}

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#logger.child(...args);
  }
}

/** For the framework's `childLoggerFactory`. */
export const makeRequestLogger: MakeLogger = (...args) => new LateLogger(...args);
