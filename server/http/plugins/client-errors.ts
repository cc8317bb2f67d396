import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { REQUEST_ID_HEADER } from '../../../platform/request-id.ts';
import { ALL_HEADERS } from './headers.ts';
import { problemOf, PROBLEM_TYPE } from './problems.ts';

const STATUS_OF: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers bytes that are not an HTTP request. Fastify never sees them, so this function writes the whole answer. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_OF[error.code ?? ''] ?? 400;
  const detail = status === 400 ? 'This is not an HTTP request.' : `${STATUS_CODES[status]}.`;
  const id = randomUUID();
  const body = JSON.stringify(problemOf({ status, code: 'request_invalid', detail }, id));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${PROBLEM_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `${REQUEST_ID_HEADER}: ${id}`,
      ...ALL_HEADERS.map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
