import type { FastifyReply } from 'fastify';

/** A signal that aborts when the client disconnects before the answer is written, so that its work can stop. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) controller.abort();
  });
  return controller.signal;
}
