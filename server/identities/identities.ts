/**
 * The Authenticator: whose posts these are, through aliases that admins edit. Nothing of it is written into posts, so that
 * what an admin changes holds for old posts as well. Addresses stay in `senders`, which servers cannot read: an alias is
 * the number that stands for one, as posts bear it.
 */
import type pg from 'pg';
import { inTransaction } from '../../platform/postgres.ts';
import type { Identity, IdentityAlias } from '../../mappings/contract/identity.ts';
import { NotFoundError, RefusedError } from '../http/errors.ts';
import {
  ADD_ALIASES,
  ADD_IDENTITY,
  AUTHENTICATE,
  DROP_ALIASES,
  LIST_IDENTITIES,
  REMOVE_IDENTITY,
  SELECT_OWNERS,
} from './sql.ts';

/** By name. */
export async function listIdentities(pool: pg.Pool): Promise<Identity[]> {
  const { rows } = await pool.query<{ name: string; kind: IdentityAlias['kind'] | null; value: string | null }>(
    LIST_IDENTITIES,
  );
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, aliases]) => ({
    name,
    aliases: aliases.flatMap(({ kind, value }) => (kind === null || value === null ? [] : [{ kind, value }])),
  }));
}

/** How aliases of a kind look; whoever writes one otherwise would never meet it in a post. */
const FORMS: Readonly<Record<IdentityAlias['kind'], readonly [form: RegExp, sentence: string]>> = {
  sender: [/^s[1-9]\d{0,17}$/, 'is no poster id of a sender, such as s12'],
  tripcode: [/^!/, 'is no tripcode: it begins with !'],
  // Whoever gives no name is many.
  name: [/^(?!Anonymous$)/i, 'is everybody’s name'],
};

/**
 * Says what an identity is known by: these and no others. One that there is not is made.
 * @throws RefusedError for an alias that looks like none, or that is another identity's
 */
export async function setAliases(
  pool: pg.Pool,
  name: string,
  aliases: readonly IdentityAlias[],
  now: Date,
): Promise<void> {
  for (const { kind, value } of aliases) {
    const [form, sentence] = FORMS[kind];
    if (!form.test(value)) throw new RefusedError(400, 'alias_invalid', `${value} ${sentence}.`);
  }
  const columns = [aliases.map(({ kind }) => kind), aliases.map(({ value }) => value)];
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number }>(ADD_IDENTITY, [name, now]);
    const [identity] = rows;
    if (identity === undefined) throw new Error('an upsert returns its row');
    await client.query(DROP_ALIASES, [identity.id]);
    await client.query(ADD_ALIASES, [identity.id, ...columns]);
    const owners = await client.query<{ value: string; name: string }>(SELECT_OWNERS, [...columns, identity.id]);
    const [other] = owners.rows;
    if (other !== undefined) {
      throw new RefusedError(409, 'alias_taken', `${other.value} is an alias of ${other.name} already.`);
    }
  });
}

/** Its posts stay as they are. @throws NotFoundError */
export async function removeIdentity(pool: pg.Pool, name: string): Promise<void> {
  const { rowCount } = await pool.query(REMOVE_IDENTITY, [name]);
  if (rowCount === 0) throw new NotFoundError('identity_unknown', `There is no identity ${name}.`);
}

export interface Sender {
  /** As posts bear it. */
  readonly posterid: string | null;
  readonly tripcode: string | null;
  readonly name: string | null;
}

/** Who wrote that; null for nobody in particular. */
export async function authenticate(pool: pg.Pool, { posterid, tripcode, name }: Sender): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>(AUTHENTICATE, [posterid, tripcode, name]);
  return rows[0]?.name ?? null;
}
