import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

/** One line a request, by route and never by address or query: what people search for is nobody's business. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // The line at the end says it all.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
    };
    if (error) reply.log.warn({ ...line, err: error }, 'answer could not be sent');
    else reply.log.info(line, 'answered');
  }

  override routeNotFound(): void {
    // Anyone can ask for anything; the status in the line above tells.
  }
}
