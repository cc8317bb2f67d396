import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { errors } from '@elastic/elasticsearch';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { toError } from '../../platform/errors.ts';

type Request = Parameters<Elasticsearch['transport']['request']>[0];

/**
 * The answer to a request as text, for who need not have it parsed. Throws what the client throws, which leaves answers
 * that it streams to the caller.
 */
export async function answerText(client: Elasticsearch, request: Request, timeoutMs: number): Promise<string> {
  const answer = await client.transport.request<Readable>(request, {
    asStream: true,
    meta: true,
    requestTimeout: timeoutMs,
  });
  const bytes = await buffer(answer.body).catch((cause: unknown) => {
    throw new errors.ConnectionError(`the answer ended too early: ${toError(cause).message}`);
  });
  const body = bytes.toString();
  if ((answer.statusCode ?? 0) < 400) return body;
  throw new errors.ResponseError({ ...answer, body: parsed(body) });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
