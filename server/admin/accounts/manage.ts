/** Admins and operators change accounts of others. The last enabled admin of all boards stays (last-admin.ts). */
import type pg from 'pg';
import type { RoleOnBoard } from '../../../mappings/roles.ts';
import { NotFoundError } from '../../shared/errors.ts';
import { asAdmin } from '../as-account.ts';
import { accountUnknown } from './accounts.ts';
import { keepingAnAdmin } from './last-admin.ts';

/** Undefined fields stay as they are. */
export interface AccountChange {
  readonly roles?: readonly RoleOnBoard[] | undefined;
  readonly isDisabled?: boolean | undefined;
  /** If true, an account without a second factor can do nothing but set one up. */
  readonly isTotpRequired?: boolean | undefined;
}

/** Index: accounts' unique name. $1 name, $2 disabled, $3 second factor required, $4 now; null leaves as it is. */
const CHANGE_ACCOUNT = `
  update accounts set
    disabled_at = case when $2::boolean is null then disabled_at when $2 then coalesce(disabled_at, $4::timestamptz) end,
    totp_required = coalesce($3::boolean, totp_required)
   where name = $1 returning id`;

/** Index: sessions_account. $1 account. */
const END_SESSIONS = 'delete from sessions where account_id = $1';

/** `secret`: see asAccount. @throws NotFoundError `account_unknown`, `board_unknown`, RefusedError `admin_last` */
export async function changeAccount(
  pool: pg.Pool,
  name: string,
  change: AccountChange,
  now: Date,
  secret: string | null = null,
): Promise<void> {
  const { roles, isDisabled = null, isTotpRequired = null } = change;
  await keepingAnAdmin(
    asAdmin(pool, secret, async (client) => {
      const { rows } = await client.query<{ id: number }>(CHANGE_ACCOUNT, [name, isDisabled, isTotpRequired, now]);
      const [account] = rows;
      if (account === undefined) throw accountUnknown(name);
      if (isDisabled === true) await client.query(END_SESSIONS, [account.id]);
      if (roles !== undefined) await replaceRoles(client, account.id, roles);
    }),
  );
}

/** Index: account_roles' unique key. $1 account. */
const DELETE_ROLES = 'delete from account_roles where account_id = $1';

/** Index: boards' unique name. $1 account, $2 role, $3 board or null. No row for an unknown board. */
const INSERT_ROLE = `
  insert into account_roles (account_id, role, board_id)
  select $1::int, $2::text, id from boards where name = $3
  union all select $1, $2, null::int where $3::text is null
  on conflict (account_id, board_id) do update set role = excluded.role`;

/** @throws NotFoundError `board_unknown` */
export async function replaceRoles(
  client: pg.PoolClient,
  accountId: number,
  roles: readonly RoleOnBoard[],
): Promise<void> {
  await client.query(DELETE_ROLES, [accountId]);
  for (const { role, board } of roles) {
    const { rowCount } = await client.query(INSERT_ROLE, [accountId, role, board]);
    if (rowCount === 0) throw new NotFoundError('board_unknown', `There is no board ${JSON.stringify(board)}.`);
  }
}
