/** Answers every error of a route, a schema or Fastify as a problem (RFC 9457), or as a page if a reader opened the address. */
import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isDiskFull } from '../../../platform/disk-full.ts';
import { DatastoreUnavailableError } from '../../../platform/datastore/datastore.ts';
import { AppError, UnavailableError } from '../../../platform/errors.ts';
import { inOneLine, isKnownFailure } from '../../../platform/known-failures.ts';
import { BusyError } from '../../limits/busy-error.ts';
import type { Problem } from '../../../mappings/contract/problem.ts';
import { sendProblemPage } from '../short-pages.ts';
import { databaseRefusalOf } from '../../shared/database-refusals.ts';
import {
  BannedError,
  FieldsRefusedError,
  NotFoundError,
  RefusedError,
  SettingRefusedError,
} from '../../shared/errors.ts';
import { toUnavailable } from '../../../platform/postgres-errors.ts';
import { QueryError } from '../../search/language/query-error.ts';
import { SearchFailedError, SearchTimedOutError } from '../../search/elasticsearch/errors.ts';
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
  readonly fields?: readonly { readonly field: string; readonly detail: string }[];
  readonly appeal?: string;
  readonly retryAfterSeconds?: number;
}

export const problemsPlugin = fp(
  async (app: FastifyInstance) => {
    app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  },
  { name: 'problems' },
);

/** Logs and answers an error. `print` writes it in another form, for APIs whose clients do not read problems; readers get a page. */
export function sendError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  print?: (reply: FastifyReply, problem: Problem) => FastifyReply,
): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.status >= 500) {
    const line = { err: error, code: refusal.code };
    // Work that stopped because its client disconnected is not an error.
    if (reply.raw.destroyed) request.log.debug(line, 'the client has disconnected');
    else if (refusal.status === 503) request.log.warn({ ...line, err: asOutage(error) }, refusal.detail);
    else request.log.error(line, 'request failed');
  }
  // The request should have been refused before it reached the database.
  else if (databaseRefusalOf(error) !== null)
    request.log.warn({ code: refusal.code, cause: inOneLine(error) }, refusal.detail);
  const retryAfter = refusal.retryAfterSeconds ?? (refusal.status === 503 ? RETRY_AFTER_S : undefined);
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  const problem = problemOf(refusal, request.id);
  if (print !== undefined) return print(reply, problem);
  return wantsPage(request) ? sendProblemPage(request, reply, problem) : sendProblem(reply, problem);
}

/** Known failures are logged without their stacks. */
function asOutage(error: Error): Error {
  return isKnownFailure(error) ? error : new UnavailableError('server', error.message);
}

/** An address outside the API that was opened in a browser. */
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isForPrograms = /^\/api\/|\.json(?:\?|$)/.test(url);
  return method === 'GET' && !isForPrograms && (headers.accept ?? '').includes('text/html');
}

/** Logs an error that interrupts an answer whose status is already sent, and returns its code for the end of the body. */
export function lateErrorCode(error: Error, request: FastifyRequest): string {
  const { code } = refusalOf(error);
  request.log.warn({ err: error, code }, 'an answer ended early');
  return code;
}

/** 404 for an address without a route. */
export function sendNothingHere(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const detail = `There is nothing at this address for ${request.method}.`;
  return sendError(new NotFoundError('route_unknown', detail), request, reply);
}

export function problemOf(refusal: Refusal, requestId: string): Problem {
  const { status, code, detail, position, suggestion, setting, fields, appeal } = refusal;
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
    ...(fields !== undefined && { fields: [...fields] }),
    ...(appeal !== undefined && { appeal }),
  };
}

function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply.code(problem.status).type(PROBLEM_TYPE).header('cache-control', 'no-store').send(problem);
}

function refusalOf(thrown: Error): Refusal {
  const error = toUnavailable(thrown) ?? databaseRefusalOf(thrown) ?? thrown;
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
  if (error instanceof FieldsRefusedError) {
    const { status, code, message: detail, fields } = error;
    return { status, code, detail, fields };
  }
  if (error instanceof BannedError) {
    const { status, code, message: detail, appeal } = error;
    return { status, code, detail, appeal };
  }
  if (error instanceof RefusedError) {
    const { status, code, message: detail, retryAfterSeconds } = error;
    return { status, code, detail, ...(retryAfterSeconds !== null && { retryAfterSeconds }) };
  }
  if (error instanceof BusyError) {
    const { code, message: detail, retryAfterSeconds } = error;
    return { status: 429, code, detail, retryAfterSeconds };
  }
  if (error instanceof SearchTimedOutError) return { status: 503, code: 'search_timed_out', detail: error.message };
  if (error instanceof UnavailableError) {
    return { status: 503, code: `${error.service}_unavailable`, detail: error.message };
  }
  if (error instanceof DatastoreUnavailableError)
    return {
      status: 503,
      code: 'datastore_unavailable',
      detail: 'The files of the archive are out of reach right now.',
    };
  if (error instanceof SearchFailedError) return { status: 500, code: error.code, detail: error.message };
  if (isDiskFull(error)) {
    return { status: 503, code: 'disk_full', detail: 'A disk of the archive is full. Try again later.' };
  }
  if (error instanceof AppError) return unexpected();
  return frameworkRefusal(error);
}

/**
 * Errors of Fastify and its plugins: `statusCode` is the status, `validation` names the rule of a schema that is broken. Errors of
 * other libraries may have a `statusCode` too, such as that of a store's answer, which has nothing to do with the request.
 */
function frameworkRefusal(error: Error & Partial<FastifyError> & { readonly expose?: unknown }): Refusal {
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT') {
    return { status: 503, code: 'timed_out', detail: 'The request took too long and was stopped.' };
  }
  const isOfFramework =
    error.validation !== undefined || typeof error.expose === 'boolean' || String(error.code).startsWith('FST_');
  const status = isOfFramework ? (error.statusCode ?? 500) : 500;
  if (status < 400 || status >= 500) return unexpected();
  const [broken] = error.validation ?? [];
  if (broken !== undefined) {
    const name = broken.instancePath.slice(1) || (error.validationContext ?? 'request');
    const { allowedValues: allowed } = broken.params;
    const rule = Array.isArray(allowed) ? `must be one of ${allowed.join(', ')}` : (broken.message ?? 'is invalid');
    return { status, code: 'request_invalid', detail: `${name} ${rule}.` };
  }
  return { status, code: 'request_invalid', detail: SENTENCES[error.code ?? ''] ?? `${STATUS_CODES[status]}.` };
}

/** Replace Fastify's own messages, which quote the address. */
const SENTENCES: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The percent-encoding of this address is invalid.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of this address is too long.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body of this request is too large.',
};

function unexpected(): Refusal {
  return { status: 500, code: 'internal', detail: 'An internal error occurred. It has been logged.' };
}
