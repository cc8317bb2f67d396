/** Every answer with a status of 400 or more is a problem (RFC 9457), whoever refused: a route, its schema, or the framework. */
import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, UnavailableError } from '../../../platform/errors.ts';
import { BusyError } from '../../limits/fair-queue.ts';
import type { Problem } from '../../../mappings/contract/problem.ts';
import { NotFoundError, RefusedError, SettingRefusedError } from '../errors.ts';
import { toUnavailable } from '../../../platform/postgres-errors.ts';
import { QueryError } from '../../search/language/query-error.ts';
import { CursorError } from '../../search/execute/cursor.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
const RETRY_AFTER_S = 5;

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly position?: { readonly start: number; readonly end: number };
  readonly suggestion?: string;
  readonly setting?: string;
  readonly retryAfterSeconds?: number;
}

export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
}

/** `print`: how the refusal is worded to clients that know no problems. */
export function sendError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  print: (reply: FastifyReply, problem: Problem) => FastifyReply = sendProblem,
): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.status >= 500) {
    const line = { err: error, code: refusal.code };
    // Work that was stopped because its reader hung up is no fault of a store's.
    if (reply.raw.destroyed) request.log.debug(line, 'the reader is gone');
    else if (error instanceof BusyError) request.log.debug(line, refusal.detail);
    else if (refusal.status === 503) request.log.warn(line, refusal.detail);
    else request.log.error(line, 'request failed');
  }
  const retryAfter = refusal.retryAfterSeconds ?? (refusal.status === 503 ? RETRY_AFTER_S : undefined);
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  return print(reply, problemOf(refusal, request.id));
}

/** The code of what ends an answer that has begun; its reader sees nothing else of it. */
export function codeOfLate(error: Error, request: FastifyRequest): string {
  const { code } = refusalOf(error);
  request.log.warn({ err: error, code }, 'an answer ended early');
  return code;
}

/** For the places of a path where nothing is. */
export function sendNothingHere(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const detail = `There is nothing at this address for ${request.method}.`;
  return sendError(new NotFoundError('route_unknown', detail), request, reply);
}

export function problemOf(refusal: Refusal, requestId: string): Problem {
  const { status, code, detail, position, suggestion, setting } = refusal;
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    error: detail,
    request_id: requestId,
    ...(position !== undefined && { position: { ...position } }),
    ...(suggestion !== undefined && { suggestion }),
    ...(setting !== undefined && { setting }),
  };
}

function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply.code(problem.status).type(PROBLEM_TYPE).header('cache-control', 'no-store').send(problem);
}

function refusalOf(thrown: Error): Refusal {
  const error = toUnavailable(thrown) ?? thrown;
  if (error instanceof QueryError) {
    return {
      status: 400,
      code: error.code,
      detail: error.message,
      position: error.span,
      ...(error.suggestion !== null && { suggestion: error.suggestion }),
    };
  }
  if (error instanceof CursorError) return { status: 400, code: error.code, detail: error.message };
  if (error instanceof NotFoundError) return { status: 404, code: error.code, detail: error.message };
  if (error instanceof SettingRefusedError) {
    const { status, code, message: detail, setting, position } = error;
    return { status, code, detail, setting, ...(position !== null && { position }) };
  }
  if (error instanceof RefusedError) {
    const { status, code, message: detail, retryAfterSeconds } = error;
    return { status, code, detail, ...(retryAfterSeconds !== null && { retryAfterSeconds }) };
  }
  if (error instanceof BusyError) {
    const { code, message: detail, retryAfterSeconds } = error;
    return { status: 503, code, detail, retryAfterSeconds };
  }
  if (error instanceof UnavailableError) {
    return { status: 503, code: `${error.service}_unavailable`, detail: error.message };
  }
  if (error instanceof AppError) return unexpected();
  return frameworkRefusal(error);
}

/** What Fastify and its plugins throw: they say 4xx by `statusCode`, and which rule of a schema by `validation`. */
function frameworkRefusal(error: Error & Partial<FastifyError>): Refusal {
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT') {
    return { status: 503, code: 'timed_out', detail: 'This took too long and was stopped.' };
  }
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return unexpected();
  const [broken] = error.validation ?? [];
  if (broken !== undefined) {
    const name = broken.instancePath.slice(1) || (error.validationContext ?? 'request');
    return { status, code: 'request_invalid', detail: `${name} ${broken.message ?? 'is not right'}.` };
  }
  return { status, code: 'request_invalid', detail: SENTENCES[error.code ?? ''] ?? `${STATUS_CODES[status]}.` };
}

/** Fastify's own words quote the address back. */
const SENTENCES: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'This address holds percent-encoding that cannot be read.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of this address is too long.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'This body is too large.',
};

function unexpected(): Refusal {
  return { status: 500, code: 'internal', detail: 'Something went wrong here. It has been noted.' };
}
