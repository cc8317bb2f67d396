import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sessionRequired, signedIn } from '../../plugins/guard.ts';
import type { Account, Sessions } from '../../../admin/sessions/sessions.ts';
import { endSessions, openSessionOf, type SessionContext } from '../../../admin/sessions/session-of-browser.ts';
import { readName } from '../../../admin/sessions/sign-in.ts';
import { BeginPasskeySignIn, Session, SignIn } from '../../../../mappings/contract/admin.ts';
import { PasskeyOptions } from '../../../../mappings/contract/passkeys.ts';
import { beginProof, usableParty } from '../../../admin/passkeys/own-passkeys.ts';
import { emptyResponse, problems, reference } from '../../plugins/schemas.ts';

export function adminSessionRoutes(context: SessionContext): FastifyPluginAsyncTypebox {
  const { sessions, devices, challenges, signIns } = context;
  return async (app) => {
    app.post(
      '/session',
      {
        config: { access: 'sign-in' },
        schema: {
          operationId: 'signIn',
          summary: 'Sign in',
          tags: ['admin'],
          body: reference(SignIn),
          response: { 200: reference(Session, 'Signed in; the session cookie is set.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { name, password, code = null, passkey: proof = null } = request.body;
        const token = await openSessionOf(context, request, reply, { name, password, code, proof });
        return reply.send(await readSession(sessions, token));
      },
    );

    app.post(
      '/session/passkey',
      {
        config: { access: 'sign-in' },
        schema: {
          operationId: 'beginPasskeySignIn',
          summary: 'Get a challenge for a passkey, with which the sign-in continues',
          description: 'Valid for five minutes and for one sign-in, in the browser that asked: a cookie binds it.',
          tags: ['admin'],
          body: reference(BeginPasskeySignIn),
          response: { 200: reference(PasskeyOptions, 'The challenge.'), ...problems(400, 401, 403, 409) },
        },
      },
      async (request, reply) => {
        const party = usableParty(context.party);
        const name = readName(request.body.name);
        const { password } = request.body;
        const attempt = { name, password, address: request.ip, device: devices.read(request, name) };
        const holder = challenges.write(reply);
        const options = await signIns.begin(attempt, async (client) => beginProof(client, party, holder));
        return reply.send({ options });
      },
    );

    app.get(
      '/session',
      {
        config: { access: 'own' },
        schema: {
          operationId: 'getSession',
          summary: 'The signed-in account',
          tags: ['admin'],
          response: { 200: reference(Session, 'The signed-in account.'), ...problems(401, 403) },
        },
      },
      async (request, reply) => reply.send(presentSession(signedIn(request))),
    );

    app.delete(
      '/session',
      {
        config: { access: 'own' },
        schema: {
          operationId: 'signOut',
          summary: 'Sign out',
          tags: ['admin'],
          response: {
            204: emptyResponse('Signed out.'),
            ...problems(401, 403),
          },
        },
      },
      async (request, reply) => {
        await endSessions(context, request, reply);
        return reply.code(204).send(undefined);
      },
    );
  };
}

async function readSession(sessions: Sessions, token: string): Promise<Session> {
  const account = await sessions.find(token);
  if (account === null) throw sessionRequired();
  return presentSession(account);
}

function presentSession({ name, mustSetUpTotp, roles }: Account): Session {
  return { account: { name, must_set_up_totp: mustSetUpTotp, roles: [...roles] } };
}
