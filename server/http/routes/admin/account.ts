/** The own account: second factor and password. Each change needs the password, and also a code if the account has a second factor. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sessionRequired, signedIn } from '../../plugins/guard.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { setOwnPassword } from '../../../admin/accounts/own-account.ts';
import { beginTotp, confirmTotp, removeTotp, renewOwnCodes } from '../../../admin/accounts/own-totp.ts';
import { assertPassword, hashPassword } from '../../../admin/accounts/passwords.ts';
import { listOwnPasskeys } from '../../../admin/passkeys/own-passkeys.ts';
import { logChange, secretsReader } from './own-secrets.ts';
import {
  ChangePassword,
  ConfirmTotp,
  OwnAccount,
  OwnSecrets,
  RecoveryCodes,
  TotpSetup,
} from '../../../../mappings/contract/account.ts';
import { inTransaction } from '../../../../platform/postgres.ts';
import { emptyResponse, problems, reference } from '../../plugins/schemas.ts';

const tags = ['admin'];

export function adminAccountRoutes(context: AdminContext): FastifyPluginAsyncTypebox {
  const { pool, sessions, devices, signIns, clock, party } = context;
  const secretsOf = secretsReader(devices);

  return async (app) => {
    app.get(
      '/account',
      {
        config: { access: 'own' },
        schema: {
          operationId: 'getOwnAccount',
          summary: 'One’s own account',
          tags,
          response: { 200: reference(OwnAccount, 'The signed-in account.'), ...problems(401, 403) },
        },
      },
      async (request, reply) => {
        const own = await sessions.find(request.secret);
        if (own === null) throw sessionRequired();
        const { name, createdAt, hasTotp, isTotpRequired, recoveryCodes } = own;
        const totp = { enabled: hasTotp, required: isTotpRequired, recovery_codes: recoveryCodes };
        const passkeys = await listOwnPasskeys(pool, request.secret);
        const passkeys_possible = party !== null;
        return reply.send({ name, created_at: createdAt.toISOString(), totp, passkeys, passkeys_possible });
      },
    );

    app.post(
      '/account/totp',
      {
        config: { access: 'own' },
        schema: {
          operationId: 'beginTotp',
          summary: 'Create a secret for an authenticator app; it is in force once a code confirms it',
          tags,
          body: reference(OwnSecrets),
          response: { 200: reference(TotpSetup, 'The new secret.'), ...problems(400, 401, 403, 409) },
        },
      },
      async (request, reply) => {
        const { name } = signedIn(request);
        const secrets = secretsOf(request, request.body);
        return reply.send(await signIns.change(secrets, async (client, account) => beginTotp(client, account, name)));
      },
    );

    app.post(
      '/account/totp/confirm',
      {
        config: { access: 'own' },
        schema: {
          operationId: 'confirmTotp',
          summary: 'Put the secret in force with a code, and end the other sessions of the account',
          tags,
          body: reference(ConfirmTotp),
          response: { 200: reference(RecoveryCodes, 'The recovery codes.'), ...problems(400, 401, 403, 409) },
        },
      },
      async (request, reply) => {
        const given = { token: request.secret, code: request.body.code, now: clock() };
        const { name } = signedIn(request);
        const attempt = { name, address: request.ip, device: devices.read(request, name) };
        const codes = await signIns.guess(attempt, async () =>
          inTransaction(pool, async (client) => confirmTotp(client, given)),
        );
        logChange(request, 'second factor set up');
        return reply.send({ recovery_codes: [...codes] });
      },
    );

    app.post(
      '/account/totp/remove',
      {
        config: { access: 'own' },
        schema: {
          operationId: 'removeTotp',
          summary: 'Remove the authenticator app and the recovery codes',
          tags,
          body: reference(OwnSecrets),
          response: { 204: emptyResponse('Removed.'), ...problems(400, 401, 403, 409) },
        },
      },
      async (request, reply) => {
        await signIns.change(secretsOf(request, request.body), removeTotp);
        logChange(request, 'second factor removed');
        return reply.code(204).send(undefined);
      },
    );

    app.post(
      '/account/recovery-codes',
      {
        config: { access: 'own' },
        schema: {
          operationId: 'renewRecoveryCodes',
          summary: 'Replace the recovery codes by new ones',
          tags,
          body: reference(OwnSecrets),
          response: { 200: reference(RecoveryCodes, 'The new recovery codes.'), ...problems(400, 401, 403, 409) },
        },
      },
      async (request, reply) => {
        const codes = await signIns.change(secretsOf(request, request.body), renewOwnCodes);
        logChange(request, 'recovery codes renewed');
        return reply.send({ recovery_codes: [...codes] });
      },
    );

    app.post(
      '/account/password',
      {
        config: { access: 'own' },
        schema: {
          operationId: 'changePassword',
          summary: 'Change the password and end the other sessions of the account',
          tags,
          body: reference(ChangePassword),
          response: { 204: emptyResponse('Changed.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { new_password: password, ...secrets } = request.body;
        assertPassword(password);
        const hash = await hashPassword(password);
        await signIns.change(secretsOf(request, secrets), async (client) =>
          setOwnPassword(client, hash, request.secret),
        );
        logChange(request, 'password changed');
        return reply.code(204).send(undefined);
      },
    );
  };
}
