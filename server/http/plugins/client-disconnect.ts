import type { FastifyReply } from 'fastify';

/** Aborted when the reader hangs up before the answer is written: nobody waits for the work any more. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort();
  });
  return gone.signal;
}
