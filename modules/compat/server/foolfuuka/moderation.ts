/**
 * Actions of staff in FoolFuuka's API. Programs must send an API key: sessions are not accepted, since a page of another site could
 * send such a form.
 */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Board } from '../../../../mappings/board.ts';
import type { AddBan } from '../../../../mappings/contract/bans.ts';
import type { PostKey } from '../../../../mappings/post.ts';
import { keyIn } from '../../../../server/admin/api-keys.ts';
import { asAccount } from '../../../../server/admin/as-account.ts';
import type { AdminContext } from '../../../../server/admin/context.ts';
import { addBansIn } from '../../../../server/bans/bans.ts';
import { boardNamed } from '../../../../server/boards/board-named.ts';
import { postOfDocId } from './load-posts.ts';
import { boardNameOf, lastOf } from '../../../../server/http/form-fields.ts';
import { docIdOf } from './parameters.ts';
import { moderateOneFileIn } from '../../../../server/moderation/files.ts';
import { inModeration } from '../../../../server/moderation/in-moderation.ts';
import { moderateAcrossBoards, outsideOf } from '../../../../server/moderation/moderate-across-boards.ts';
import { dismissNetworkReports } from '../../../../server/reports/dismiss-network.ts';
import { changeReports } from '../../../../server/reports/change.ts';
import { NotFoundError, RefusedError } from '../../../../server/shared/errors.ts';
import { acceptForms } from '../../../../server/http/form-body.ts';
import { sendError } from '../../../../server/http/plugins/problems.ts';
import { sendFoolFuukaError } from './routes.ts';
import * as operations from './operations.ts';

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;
type ModerationContext = Pick<AdminContext, 'pool' | 'postgres' | 'clock' | 'removals' | 'keys'>;

const DAY_SECONDS = 86_400;
const MAX_POSTS = 500;

/** FoolFuuka's actions, mapped to Sagasu's. A ban of a file applies to every board. */
const DEEDS = {
  delete_report: 'dismiss',
  delete_post: 'hide',
  delete: 'hide',
  delete_image: 'delete-file',
  ban_image: 'ban-file',
  ban_image_local: 'ban-file',
  ban_image_global: 'ban-file',
  ban_global: 'ban-file',
  ban_user: 'ban',
} as const;
type Deed = (typeof DEEDS)[keyof typeof DEEDS];

export function foolFuukaModerationRoutes(context: ModerationContext): FastifyPluginAsync {
  const operator = async (request: FastifyRequest) => {
    const secret = keyIn(request.headers.authorization);
    const key = secret === null ? null : await context.keys.find(secret);
    if (secret === null || key === null)
      throw new RefusedError(403, 'key_required', 'Send the key of a moderator: Authorization: Bearer KEY.');
    return { secret, actor: key.name };
  };
  const postsOf = async (board: Board, docIds: readonly string[]): Promise<PostKey[]> => {
    if (docIds.length === 0 || docIds.length > MAX_POSTS)
      throw new RefusedError(422, 'parameter_invalid', `Name 1 to ${MAX_POSTS} posts by their doc_id.`);
    const posts: PostKey[] = [];
    for (const docId of docIds) {
      const post = await postOfDocId(context.pool, board, docIdOf(docId));
      if (post === null) throw new NotFoundError('post_unknown', 'Post not found.');
      posts.push({ board: board.name, num: post.num, subnum: post.subnum });
    }
    return posts;
  };

  const carryOut = async (request: FastifyRequest, name: string, docIds: readonly string[]): Promise<void> => {
    const by = await operator(request);
    const fields = (request.body ?? {}) as Fields;
    const deed = deedNamed(name);
    const board = await boardNamed(context.pool, boardNameOf(fields['board']));
    const posts = await postsOf(board, docIds);
    const reason = lastOf(fields['reason']).toWellFormed().slice(0, 500);
    const why = reason === '' ? null : reason;
    if (deed === 'hide') await moderateAcrossBoards(context, { action: 'hide', posts, reason: why, ...by });
    else if (deed === 'dismiss')
      await changeReports(
        context,
        { account: by.actor, secret: by.secret },
        { action: 'dismiss', posts, note: reason },
      );
    else if (deed === 'ban') {
      const bans = posts.map((post) => banOf(fields, post));
      await asAccount(context.pool, by.secret, async (client) => {
        for (const ban of bans) await addBansIn(client, ban, true);
      });
    } else {
      const action = deed === 'ban-file' ? 'ban' : 'delete';
      await inModeration(context.pool, by.secret, outsideOf(context), async (client, outside) => {
        for (const post of posts) await moderateOneFileIn(client, { action, board, post, reason: why }, outside);
      });
    }
    request.log.info({ account: by.actor, action: name, board: board.name, posts: posts.length }, 'moderated');
  };

  return async (app) => {
    acceptForms(app);
    app.setErrorHandler<Error>((error, request, reply) => sendError(error, request, reply, sendFoolFuukaError));

    app.post('/mod_actions', { config: { access: 'key' }, schema: operations.MOD_ACTIONS }, async (request, reply) => {
      const fields = (request.body ?? {}) as Fields;
      if (lastOf(fields['action']) === 'delete_all_reports') {
        const { secret, actor } = await operator(request);
        await dismissNetworkReports(context, { account: actor, secret }, { network: lastOf(fields['ip']) });
        return reply.send({ success: 'Done.' });
      }
      await carryOut(request, lastOf(fields['action']), listOf(fields['doc_id']));
      return reply.send({ success: 'Done.' });
    });

    app.post('/bulk_mod', { config: { access: 'key' }, schema: operations.BULK_MOD }, async (request, reply) => {
      const fields = (request.body ?? {}) as Fields;
      await carryOut(request, lastOf(fields['mod_function']), listOf(fields['posts']));
      return reply.send({ success: 'Done.' });
    });
  };
}

function listOf(value: Fields[string]): readonly string[] {
  return value === undefined ? [] : [value].flat();
}

/** @throws RefusedError 422 */
function deedNamed(name: string): Deed {
  if (Object.hasOwn(DEEDS, name)) return DEEDS[name as keyof typeof DEEDS];
  const isRewriting = /^(toggle_(sticky|locked)|(bulk_)?edit)/.test(name);
  throw new RefusedError(
    422,
    'parameter_invalid',
    isRewriting ? 'An archive does not rewrite what the source says.' : 'Unknown action.',
  );
}

/** Bans the writer of the post. `length` in seconds. */
function banOf(fields: Fields, { board, num, subnum }: PostKey): AddBan {
  const length = lastOf(fields['length']);
  if (!/^\d{1,10}$/.test(length))
    throw new RefusedError(422, 'parameter_invalid', 'The value for "length" is invalid.');
  return {
    post: { board, num, subnum },
    boards: lastOf(fields['board_ban']) === 'global' ? [] : [board],
    days: Number(length) / DAY_SECONDS,
    reason: lastOf(fields['reason']) || 'No reason was given.',
    reason_shown: lastOf(fields['ban_public']) !== '0',
  };
}
