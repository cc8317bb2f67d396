/** Passkeys of the own account. Each change needs the password and a second factor, if the account has one. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { OwnSecrets, RemovePasskey } from '../../../../mappings/contract/account.ts';
import { AddedPasskey, AddPasskey, PasskeyOptions } from '../../../../mappings/contract/passkeys.ts';
import type { AdminContext } from '../../../admin/context.ts';
import {
  addPasskey,
  beginNew,
  beginProofInSession,
  removePasskey,
  usableParty,
} from '../../../admin/passkeys/own-passkeys.ts';
import { signedIn } from '../../plugins/guard.ts';
import { emptyResponse, problems, reference } from '../../plugins/schemas.ts';
import { logChange, secretsReader } from './own-secrets.ts';

const tags = ['admin'];

export function adminPasskeyRoutes({ pool, devices, signIns, party }: AdminContext): FastifyPluginAsyncTypebox {
  const secretsOf = secretsReader(devices);
  return async (app) => {
    app.post(
      '/account/passkeys/challenge',
      {
        config: { access: 'own' },
        schema: {
          operationId: 'beginPasskeyProof',
          summary: 'Get a challenge for a passkey, with which a change of one’s own account is confirmed',
          tags,
          response: { 200: reference(PasskeyOptions, 'The challenge, for this session.'), ...problems(401, 403, 409) },
        },
      },
      async (request, reply) => {
        const options = await beginProofInSession(pool, usableParty(party), request.secret);
        return reply.send({ options });
      },
    );

    app.post(
      '/account/passkeys/begin',
      {
        config: { access: 'own' },
        schema: {
          operationId: 'beginPasskey',
          summary: 'Get a challenge for a new passkey of one’s own account',
          tags,
          body: reference(OwnSecrets),
          response: { 200: reference(PasskeyOptions, 'The challenge.'), ...problems(400, 401, 403, 409) },
        },
      },
      async (request, reply) => {
        const { name } = signedIn(request);
        const of = { name, token: request.secret };
        const usable = usableParty(party);
        const secrets = secretsOf(request, request.body);
        return reply.send({ options: await signIns.change(secrets, async (client) => beginNew(client, usable, of)) });
      },
    );

    app.post(
      '/account/passkeys',
      {
        config: { access: 'own' },
        schema: {
          operationId: 'addPasskey',
          summary: 'Add a passkey to one’s own account, with its answer to the challenge',
          description: 'The first second factor of the account ends its other sessions and brings recovery codes.',
          tags,
          body: reference(AddPasskey),
          response: { 200: reference(AddedPasskey, 'Added.'), ...problems(400, 401, 403, 409) },
        },
      },
      async (request, reply) => {
        const codes = await addPasskey(pool, usableParty(party), request.secret, request.body);
        logChange(request, 'passkey added');
        return reply.send({ recovery_codes: codes === null ? null : [...codes] });
      },
    );

    app.post(
      '/account/passkeys/remove',
      {
        config: { access: 'own' },
        schema: {
          operationId: 'removePasskey',
          summary: 'Remove a passkey of one’s own account',
          description: 'The last second factor takes the recovery codes with it.',
          tags,
          body: reference(RemovePasskey),
          response: { 204: emptyResponse('Removed.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { id, ...secrets } = request.body;
        await signIns.change(secretsOf(request, secrets), async (client) => removePasskey(client, id));
        logChange(request, 'passkey removed');
        return reply.code(204).send(undefined);
      },
    );
  };
}
