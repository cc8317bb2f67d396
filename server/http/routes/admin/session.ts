import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { signedIn } from '../../../admin/guard.ts';
import type { SessionCookie } from '../../../admin/sessions/cookie.ts';
import type { Sessions } from '../../../admin/sessions/sessions.ts';
import type { SignInService } from '../../../admin/sessions/sign-in.ts';
import { Session, SignIn } from '../../../../mappings/contract/admin.ts';
import { nothing, problems, reference } from '../../plugins/schemas.ts';

export interface SessionContext {
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly signIns: SignInService;
}

export function adminSessionRoutes({ sessions, cookie, signIns }: SessionContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/session',
      {
        config: { isOpen: true },
        schema: {
          operationId: 'signIn',
          summary: 'Sign in',
          tags: ['admin'],
          security: [],
          body: reference(SignIn),
          response: { 200: reference(Session, 'Signed in; the session cookie is set.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { name, password } = request.body;
        const { user, token } = await signIns.signIn({ name, password, address: request.ip });
        // Ends the session that the new one replaces.
        await sessions.end(cookie.read(request));
        cookie.write(reply, token);
        request.log.info({ user: user.name }, 'signed in');
        return reply.send({ user: { name: user.name } });
      },
    );

    app.get(
      '/session',
      {
        schema: {
          operationId: 'getSession',
          summary: 'The signed-in user',
          tags: ['admin'],
          response: { 200: reference(Session, 'The signed-in user.'), ...problems(401, 403) },
        },
      },
      async (request, reply) => reply.send({ user: { name: signedIn(request).name } }),
    );

    app.delete(
      '/session',
      {
        schema: {
          operationId: 'signOut',
          summary: 'Sign out',
          tags: ['admin'],
          response: {
            204: nothing('Signed out.'),
            ...problems(401, 403),
          },
        },
      },
      async (request, reply) => {
        await sessions.end(cookie.read(request));
        cookie.clear(reply);
        return reply.code(204).send(undefined);
      },
    );
  };
}
