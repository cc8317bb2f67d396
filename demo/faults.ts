import type { ServerResponse } from 'node:http';
import { Type, type Static } from 'typebox';
import { setTimeout as sleep } from 'node:timers/promises';

/** A fault that is applied to the next `times` responses (default 1) whose path matches. */
export const Fault = Type.Object(
  {
    path: Type.String({ minLength: 1, maxLength: 200, description: 'A path; `*` stands for any characters.' }),
    kind: Type.Union(
      [
        Type.Literal('html200'),
        Type.Literal('truncated'),
        Type.Literal('cut'),
        Type.Literal('slow'),
        Type.Literal('status'),
        Type.Literal('body'),
      ],
      {
        description:
          'html200: an HTML page with status 200. truncated: half of the body as a complete response. cut: half of the body, then the connection is closed. slow: the body in small pieces. status: an error page with this status. body: this text instead of the body.',
      },
    ),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
    retry_after: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, description: 'Seconds.' })),
    delay_ms: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 600_000, description: 'Milliseconds between two pieces of a slow body.' }),
    ),
    drip_bytes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    body: Type.Optional(Type.String({ maxLength: 5_000_000 })),
    content_type: Type.Optional(Type.String({ maxLength: 100, pattern: '^[\\x20-\\x7e]*$' })),
  },
  { additionalProperties: false },
);
export type Fault = Static<typeof Fault>;

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  pending(): readonly Fault[];
  /** The fault to apply to this request, whose remaining count decreases by one; null for none. */
  take(path: string): Fault | null;
}

export function createFaults(): Faults {
  let list: { fault: Fault; pattern: RegExp; left: number }[] = [];
  return {
    add: (fault) => void list.push({ fault, pattern: patternOf(fault.path), left: fault.times ?? 1 }),
    clear: () => void (list = []),
    pending: () => list.map(({ fault, left }) => ({ ...fault, times: left })),
    take: (path) => {
      const found = list.find(({ pattern }) => pattern.test(path));
      if (found === undefined) return null;
      found.left--;
      list = list.filter(({ left }) => left > 0);
      return found.fault;
    },
  };
}

function patternOf(path: string): RegExp {
  const parts = path.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

const ERROR_PAGE =
  '<!DOCTYPE html><html><head><title>One moment</title></head><body><h1>Checking your browser</h1><p>This page will be gone soon.</p></body></html>';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** Sends the answer with the fault applied. */
export async function sendFaulty(response: ServerResponse, fault: Fault, answer: Answer): Promise<void> {
  const body = answer.body ?? Buffer.alloc(0);
  switch (fault.kind) {
    case 'html200':
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(ERROR_PAGE);
      return;
    case 'status':
      response.writeHead(fault.status ?? 503, {
        'Content-Type': 'text/html; charset=utf-8',
        ...(fault.retry_after === undefined ? {} : { 'Retry-After': String(fault.retry_after) }),
      });
      response.end(fault.body ?? ERROR_PAGE);
      return;
    case 'body':
      response.writeHead(fault.status ?? 200, {
        ...answer.headers,
        'Content-Type': fault.content_type ?? 'application/json',
      });
      response.end(fault.body ?? '');
      return;
    case 'truncated':
      response.writeHead(answer.status, answer.headers).end(body.subarray(0, body.length / 2));
      return;
    case 'cut':
      response.writeHead(answer.status, { ...answer.headers, 'Content-Length': String(body.length) });
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
      return;
    case 'slow':
      response.writeHead(answer.status, answer.headers);
      for (let at = 0; at < body.length && !response.destroyed; at += fault.drip_bytes ?? 64) {
        response.write(body.subarray(at, at + (fault.drip_bytes ?? 64)));
        await sleep(fault.delay_ms ?? 250, undefined, { ref: false });
      }
      response.end();
  }
}
