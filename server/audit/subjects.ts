/** Names of the things that entries of the audit log identify by a number. */
import type pg from 'pg';
import type { AuditEntry } from '../../mappings/contract/audit.ts';

/** The table that has the name, and the id in the entry's target, by the table of the action. */
const NAMED_BY: Readonly<Record<string, readonly [table: string, id: string]>> = {
  accounts: ['accounts', 'id'],
  account_roles: ['accounts', 'account_id'],
  invitations: ['accounts', 'account_id'],
  passkeys: ['accounts', 'account_id'],
  api_keys: ['api_keys', 'id'],
  key_roles: ['api_keys', 'key_id'],
  identities: ['identities', 'id'],
  identity_aliases: ['identities', 'identity_id'],
  datastores: ['datastores', 'id'],
  boards: ['boards', 'id'],
};

/** The primary key of the table. $1 ids. */
const presentNames = (table: string) => `select id, name from ${table} where id = any ($1::int[])`;

/** Index: audit_log_action, audit_details_pkey. $1 action, $2 ids. */
const NAMES_BEFORE_REMOVAL = `
  select (l.target ->> 'id')::int as id, d.before ->> 'name' as name
    from audit_log l join audit_details d on d.audit_id = l.id
   where l.action = $1 and (l.target ->> 'id')::int = any ($2::int[])`;

type Entry = Pick<AuditEntry, 'action' | 'target'> & { readonly id: string };

/** By the id of the entry; the last name, of a removed thing the one that it had then. */
export async function findSubjects(
  client: pg.ClientBase | pg.Pool,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = entries.flatMap(({ id: entry, action, target }) => {
    const [table, column] = NAMED_BY[action.split('.')[0] ?? ''] ?? [];
    const id = column === undefined ? null : (target as Readonly<Record<string, unknown>>)[column];
    return table === undefined || typeof id !== 'number' ? [] : [{ entry, table, id }];
  });
  const subjects = new Map<string, string>();
  for (const [table, some] of Map.groupBy(wanted, (one) => one.table)) {
    const ids = [...new Set(some.map(({ id }) => id))];
    const names = new Map<number, string>();
    for (const [query, values] of [
      [NAMES_BEFORE_REMOVAL, [`${table}.delete`, ids]],
      [presentNames(table), [ids]],
    ] as const) {
      const { rows } = await client.query<{ id: number; name: string | null }>(query, [...values]);
      for (const { id, name } of rows) if (name !== null) names.set(id, name);
    }
    for (const { entry, id } of some) {
      const name = names.get(id);
      if (name !== undefined) subjects.set(entry, name);
    }
  }
  return subjects;
}
