import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

/** Logs one line per request, with its route and never its address or query: searches are private. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // The line at the end of the request holds everything.
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
    // The line at the end of the request has the status 404.
  }
}
