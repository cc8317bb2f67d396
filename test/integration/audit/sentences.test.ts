/** Every action that the database can write into the audit log has a sentence, and every sentence belongs to an action. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MODULES } from '../../support/modules.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const ROOT = join(import.meta.dirname, '../../..');
const TEXTS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...globSync('{mappings/locales,modules/*/web/texts}/en/*.json', { cwd: ROOT }).map(
    (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as object,
  ),
);

/** Bits of pg_trigger.tgtype. */
const EVENTS = { insert: 4, delete: 8, update: 16 } as const;

/** `posts.` with the actions of moderators is composed by append_audit. */
const COMPOSED = ['posts.hide', 'posts.show', 'posts.purge', ...MODULES.flatMap((one) => one.auditActions ?? [])];

async function writtenActions(): Promise<ReadonlySet<string>> {
  const { rows: triggers } = await world().pool.query<{ name: string; type: number }>(
    `select c.relname as name, t.tgtype as type from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgfoid = 'audit_row'::regproc and not t.tgisinternal`,
  );
  const { rows: functions } = await world().pool.query<{ source: string }>(
    `select prosrc as source from pg_proc
      where pronamespace = 'public'::regnamespace and prosrc ~ '(add_audit_entry|link_audit_entry)\\('`,
  );
  const tables = triggers.flatMap(({ name, type }) =>
    Object.entries(EVENTS).flatMap(([event, bit]) => ((type & bit) === 0 ? [] : [`${name}.${event}`])),
  );
  const named = functions.flatMap(({ source }) =>
    [...source.matchAll(/'([a-z_]+\.[a-z]+)'/g)].map(([, action = '']) => action),
  );
  return new Set([...COMPOSED, ...tables, ...named]);
}

test('each action, its kind of thing and its verb have texts, and no text is left over', async () => {
  const actions = await writtenActions();
  expect(actions.size).toBeGreaterThan(40);
  const parts = [...actions].flatMap((action) => {
    const [kind = '', verb = ''] = action.split('.');
    return [`audit-log.${action}`, `audit-kind.${kind}`, `audit-verb.${verb}`];
  });
  expect([...new Set(parts)].filter((key) => !Object.hasOwn(TEXTS, key)).sort()).toEqual([]);
  const known = new Set(parts);
  const declared = Object.keys(TEXTS)
    .filter((key) => /^audit-(log|kind|verb)\./.test(key))
    // `audit-log.TABLE.VERB.MEANING` is another sentence of the same action.
    .map((key) => (key.startsWith('audit-log.') ? key.split('.').slice(0, 3).join('.') : key));
  expect([...new Set(declared)].filter((key) => !known.has(key)).sort()).toEqual([]);
});
