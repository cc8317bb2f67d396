import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { ServerModule } from '../../module.ts';

/** Collects the schemas of routes registered after it; `app.swagger()` returns the OpenAPI document of a ready application. */
export const openapiPlugin = fp(
  async (app: FastifyInstance, { tags }: { readonly tags: NonNullable<ServerModule['tags']> }) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Sagasu',
          description: 'Search an archive of imageboards, and read its threads.',
          version: '1',
          license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
        },
        servers: [{ url: '/' }],
        tags: [
          { name: 'search' },
          { name: 'archive' },
          { name: 'media' },
          { name: 'operation' },
          { name: 'admin' },
          ...tags,
        ],
        components: {
          securitySchemes: {
            session: {
              type: 'apiKey',
              in: 'cookie',
              name: 'sagasu',
              description: 'Set at sign-in; under https its name is `__Host-sagasu`.',
            },
            key: { type: 'http', scheme: 'bearer', description: 'A key with the role that the request needs.' },
          },
        },
      },
      hideUntagged: true,
      exposeHeadRoutes: false,
      refResolver: {
        buildLocalReference: (json, _base, _fragment, index) =>
          typeof json['$id'] === 'string' ? json['$id'] : `schema-${index}`,
      },
    });
  },
  { name: 'openapi', dependencies: ['schemas'] },
);
