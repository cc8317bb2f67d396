/**
 * Identities: admins record in aliases which names a person writes under. Posts are not changed, so that an alias applies to old posts
 * too. E-mail addresses stay in `senders`, which the server's role cannot read; the alias of an address is the poster id that
 * represents it in posts.
 */
import type pg from 'pg';
import type { Identity, IdentityAlias } from '../../mappings/contract/identity.ts';
import { within, type Database } from '../../platform/postgres.ts';
import { NotFoundError, RefusedError } from '../shared/errors.ts';

/** Reads all of two small tables. */
const LIST_IDENTITIES = `
  select i.name, a.kind, a.value from identities i left join identity_aliases a on a.identity_id = i.id
  order by i.name, a.kind, a.value`;

/** By name. */
export async function listIdentities(pool: pg.Pool | pg.PoolClient): Promise<Identity[]> {
  const { rows } = await pool.query<{ name: string; kind: IdentityAlias['kind'] | null; value: string | null }>(
    LIST_IDENTITIES,
  );
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, aliases]) => ({
    name,
    aliases: aliases.flatMap(({ kind, value }) => (kind === null || value === null ? [] : [{ kind, value }])),
  }));
}

/** The form of an alias, by kind; an alias in another form would match no post. */
const FORMS: Readonly<Record<IdentityAlias['kind'], readonly [form: RegExp, fault: string]>> = {
  sender: [/^s[1-9]\d{0,17}$/, 'is not the poster id of a sender: an "s" and a number, such as s12'],
  tripcode: [/^!/, 'is not a tripcode: a tripcode begins with "!"'],
  name: [/^(?!Anonymous$)/i, 'is the name of everybody who gives none'],
};

/** @throws RefusedError 400 `alias_invalid` */
export function assertAliases(aliases: readonly IdentityAlias[]): void {
  for (const { kind, value } of aliases) {
    const [form, fault] = FORMS[kind];
    if (!form.test(value)) throw new RefusedError(400, 'alias_invalid', `${value} ${fault}.`);
  }
}

/** Index: identities_name_key. $1 name. */
const UPSERT_IDENTITY = `
  insert into identities (name) values ($1)
  on conflict (name) do update set name = excluded.name returning id`;

/** Index: identity_aliases_identity. $1 identity. */
const DELETE_ALIASES = 'delete from identity_aliases where identity_id = $1';

/** Skips aliases of other identities. Index: identity_aliases_pkey. $1 identity, $2 kinds, $3 values. */
const INSERT_ALIASES = `
  insert into identity_aliases (kind, value, identity_id)
  select kind, value, $1 from unnest($2::text[], $3::text[]) as t (kind, value)
  on conflict do nothing returning kind, value`;

/**
 * The owners of aliases that belong to another identity. Indexes: identity_aliases_pkey, identities_pkey. $1 kinds, $2 values, $3
 * identity.
 */
const READ_OWNERS = `
  select a.kind, a.value, i.name from unnest($1::text[], $2::text[]) as t (kind, value)
  join identity_aliases a on a.kind = t.kind and a.value = t.value join identities i on i.id = a.identity_id
  where i.id <> $3 limit 1`;

/**
 * Replaces all aliases of an identity; creates the identity if it does not exist.
 * @throws RefusedError 400 `alias_invalid`, 409 `alias_taken`
 */
export async function setAliases(db: Database, name: string, aliases: readonly IdentityAlias[]): Promise<void> {
  assertAliases(aliases);
  const columns = [aliases.map(({ kind }) => kind), aliases.map(({ value }) => value)];
  await within(db, async (client) => {
    const { rows } = await client.query<{ id: number }>(UPSERT_IDENTITY, [name]);
    const [identity] = rows;
    if (identity === undefined) throw new Error('an upsert returns its row');
    await client.query(DELETE_ALIASES, [identity.id]);
    await client.query(INSERT_ALIASES, [identity.id, ...columns]);
    const owners = await client.query<{ value: string; name: string }>(READ_OWNERS, [...columns, identity.id]);
    const [other] = owners.rows;
    if (other !== undefined) {
      throw new RefusedError(409, 'alias_taken', `${other.value} is already an alias of ${other.name}.`);
    }
  });
}

/** Index: identities_name_key. $1 name. */
const DELETE_IDENTITY = 'delete from identities where name = $1';

/** Posts do not change. @throws NotFoundError `identity_unknown` */
export async function removeIdentity(db: Database, name: string): Promise<void> {
  const { rowCount } = await db.query(DELETE_IDENTITY, [name]);
  if (rowCount === 0) throw new NotFoundError('identity_unknown', `There is no identity ${name}.`);
}

/** The author's fields in a post. */
export interface Author {
  readonly posterid: string | null;
  readonly tripcode: string | null;
  readonly name: string | null;
}

/**
 * The most specific alias wins: an address over a tripcode, a tripcode over a name. Index: identity_aliases_pkey, once per kind. $1
 * poster id, $2 tripcode, $3 name; null for none.
 */
const FIND_IDENTITY = `
  select i.name from identity_aliases a join identities i on i.id = a.identity_id
  where (a.kind, a.value) in (('sender', $1::text), ('tripcode', $2::text), ('name', $3::text))
  order by array_position(array['sender', 'tripcode', 'name'], a.kind) limit 1`;

/** The name of the author's identity; null if there is none. */
export async function authenticate(pool: pg.Pool, { posterid, tripcode, name }: Author): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>(FIND_IDENTITY, [posterid, tripcode, name]);
  return rows[0]?.name ?? null;
}
