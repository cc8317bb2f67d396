/** Moderators of cabals, whom admins of all boards appoint. The scraper applies their deletes. */
import type { Pool } from 'pg';
import { asAdmin } from '../../../server/admin/as-account.ts';
import { NotFoundError } from '../../../server/shared/errors.ts';
import { assertCabal, type BlockRequest } from './block-author.ts';

/** Index: cable_moderators_pkey. $1 cabal, $2 author, $3 actor. */
const APPOINT = `
insert into cable_moderators (cabal_id, author, appointed_by) values ($1, $2, $3) on conflict do nothing`;

/** Index: cable_moderators_pkey. $1 cabal, $2 author. */
const DISMISS = 'delete from cable_moderators where cabal_id = $1 and author = $2';

type Appointment = Pick<BlockRequest, 'cabal' | 'author' | 'actor' | 'secret'>;

/** Deletes of the author that arrive from now on apply. @throws NotFoundError `cabal_unknown`, RefusedError 403 `role_required` */
export async function appointModerator(pool: Pool, { cabal, author, actor, secret }: Appointment): Promise<void> {
  await asAdmin(pool, secret, async (client) => {
    await assertCabal(client, cabal);
    await client.query(APPOINT, [cabal, author, actor]);
  });
}

/** Deleted posts do not return. @throws NotFoundError `moderator_unknown`, RefusedError 403 `role_required` */
export async function dismissModerator(
  pool: Pool,
  { cabal, author, secret }: Omit<Appointment, 'actor'>,
): Promise<void> {
  const { rowCount } = await asAdmin(pool, secret, (client) => client.query(DISMISS, [cabal, author]));
  if (rowCount === 0) throw new NotFoundError('moderator_unknown', 'This author is not a moderator of this cabal.');
}
