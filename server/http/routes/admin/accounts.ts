import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { signedIn } from '../../plugins/guard.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { listAccounts, removeAccount, type ListedAccount } from '../../../admin/accounts/accounts.ts';
import { acceptInvitation, invite } from '../../../admin/accounts/invitations.ts';
import { changeAccount } from '../../../admin/accounts/manage.ts';
import {
  AcceptedInvitation,
  AcceptInvitation,
  AccountPath,
  ChangeAccount,
  Invitation,
  Invite,
  StaffAccountList,
  type StaffAccount,
} from '../../../../mappings/contract/accounts.ts';
import { emptyResponse, problems, reference } from '../../plugins/schemas.ts';

const tags = ['admin'];

export function adminAccountsRoutes({ pool, clock }: Pick<AdminContext, 'pool' | 'clock'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/accounts',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'listAccounts',
          summary: 'Accounts of staff',
          tags,
          response: { 200: reference(StaffAccountList, 'All accounts, by name.'), ...problems(401, 403) },
        },
      },
      async (request, reply) => reply.send({ accounts: (await listAccounts(pool, request.secret)).map(present) }),
    );

    app.post(
      '/accounts',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'invite',
          summary: 'Invite somebody, or again whoever has not accepted yet; an earlier link is void then',
          tags,
          body: reference(Invite),
          response: {
            201: reference(Invitation, 'The link, which works once.'),
            ...problems(400, 401, 403, 404, 409),
          },
        },
      },
      async (request, reply) => {
        const { name, roles, totp_required: isTotpRequired = false } = request.body;
        const invitation = { name, roles, isTotpRequired };
        const { token, expiresAt } = await invite(pool, invitation, clock(), request.secret);
        request.log.info({ account: signedIn(request).name, invited: name, roles }, 'invited');
        return reply.code(201).send({ path: `/admin/invitation#${token}`, expires_at: expiresAt.toISOString() });
      },
    );

    app.patch(
      '/accounts/:name',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'changeAccount',
          summary: 'Change roles of an account, disable or enable it, or require a second factor: all or none',
          tags,
          params: AccountPath,
          body: reference(ChangeAccount),
          response: { 204: emptyResponse('Changed.'), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const { name } = request.params;
        const { roles, disabled: isDisabled, totp_required: isTotpRequired } = request.body;
        await changeAccount(pool, name, { roles, isDisabled, isTotpRequired }, clock(), request.secret);
        request.log.info({ account: signedIn(request).name, changed: name, ...request.body }, 'account changed');
        return reply.code(204).send(undefined);
      },
    );

    app.delete(
      '/accounts/:name',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'removeAccount',
          summary: 'Remove an account and end its sessions',
          tags,
          params: AccountPath,
          response: { 204: emptyResponse('Removed.'), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const { name } = request.params;
        await removeAccount(pool, name, request.secret);
        request.log.info({ account: signedIn(request).name, removed: name }, 'account removed');
        return reply.code(204).send(undefined);
      },
    );

    app.post(
      '/invitation',
      {
        config: { access: 'sign-in' },
        schema: {
          operationId: 'acceptInvitation',
          summary: 'Choose the password of an account with an invitation',
          tags,
          body: reference(AcceptInvitation),
          response: {
            200: reference(AcceptedInvitation, 'The account can sign in now.'),
            ...problems(400, 403, 404),
          },
        },
      },
      async (request, reply) => {
        const { token, password } = request.body;
        const name = await acceptInvitation(pool, token, password);
        request.log.info({ account: name }, 'invitation accepted');
        return reply.send({ name });
      },
    );
  };
}

function present({ name, state, roles, hasTotp, isTotpRequired, createdAt, lastSeen }: ListedAccount): StaffAccount {
  return {
    name,
    state,
    roles: [...roles],
    totp: hasTotp,
    totp_required: isTotpRequired,
    created_at: createdAt.toISOString(),
    last_seen: lastSeen?.toISOString() ?? null,
  };
}
