/** The id of a request: in its answer, and in everything that its handler does (platform/request-id.ts). */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { REQUEST_ID_HEADER, withRequestId } from '../../../platform/request-id.ts';

export const requestIdPlugin = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', (request, reply, done) => {
      reply.header(REQUEST_ID_HEADER, request.id);
      withRequestId(request.id, done);
    });
    // After a body was read, hooks and handler run in the context of the connection.
    app.addHook('preValidation', (request, _reply, done) => withRequestId(request.id, done));
  },
  { name: 'request-id' },
);
