/** Rules for every table, view and function, checked in the catalog of a migrated database, so that they cover later migrations. */
import { beforeAll, expect, test } from 'vitest';
import { PROCESS_ROLES } from '../../../platform/roles.ts';
import { insertBoard } from '../../support/builders.ts';
import { MODULES } from '../../support/modules.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const ROLES = Object.values(PROCESS_ROLES);

beforeAll(async () => {
  const { id } = await insertBoard(world().pool, 'g');
  await world().pool.query('select ensure_slice($1, 0)', [id]);
});

const WORK = 'no content: what a process still has to do, or has done';

const WORK_TABLES = MODULES.flatMap(({ database }) => database?.workTables ?? []);

/** Tables without row security, and why. */
const UNSECURED: Readonly<Record<string, string>> = {
  board_lists: WORK,
  datastore_leftovers: WORK,
  deleted_files: 'hashes only',
  dirty: WORK,
  double_inserts: WORK,
  file_changes: WORK,
  forums: WORK,
  harvest_leases: WORK,
  harvest_state: WORK,
  index_sets: WORK,
  indices: WORK,
  migrations: WORK,
  rebuild_ranges: WORK,
  scrapers: WORK,
  sync_state: WORK,
  url_history: WORK,
  verifications: WORK,
  ...Object.fromEntries(WORK_TABLES.map((name) => [name, WORK])),
};

async function namesOf(condition: string): Promise<readonly string[]> {
  const { rows } = await world().pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and ${condition} order by 1`,
  );
  return rows.map(({ name }) => name);
}

const IS_TABLE = `c.relkind in ('r', 'p') and not c.relispartition`;

test('every table has forced row security, or is listed with a reason', async () => {
  const unsecured = await namesOf(`${IS_TABLE} and not (c.relrowsecurity and c.relforcerowsecurity)`);
  expect([...unsecured].sort()).toEqual(Object.keys(UNSECURED).sort());
});

test('the owner, and each process with a privilege on a secured table, has a policy there, because without one it would see no rows', async () => {
  const { rows } = await world().pool.query<{ name: string; role: string }>(
    `select c.relname as name, r.rolname as role
       from pg_class c
       join pg_roles r on r.oid = c.relowner or (r.rolname = any ($1)
         and (has_any_column_privilege(r.oid, c.oid, 'select, insert, update') or has_table_privilege(r.oid, c.oid, 'delete')))
      where c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid and r.oid = any (p.polroles))`,
    [ROLES],
  );
  expect(rows).toEqual([]);
});

test('policies never apply to all roles, so that a new role sees nothing', async () => {
  const { rows } = await world().pool.query('select polname from pg_policy where 0 = any (polroles)');
  expect(rows).toEqual([]);
});

test('processes have no privileges on partitions, which would bypass the policies of posts, except that imports add rows', async () => {
  const { rows } = await world().pool.query<{ partitions: number; granted: number }>(
    `select count(*)::int as partitions, count(*) filter (where exists (
         select from pg_roles r where (r.rolname = any ($1) or r.oid = 0)
          and (has_any_column_privilege(r.oid, c.oid, 'select, update') or has_table_privilege(r.oid, c.oid, 'delete')
            or (r.rolname <> 'sagasu_importer' and has_any_column_privilege(r.oid, c.oid, 'insert')))))::int
       as granted
       from pg_class c where c.relispartition and c.relkind in ('r', 'p')`,
    [ROLES],
  );
  expect(rows).toEqual([{ partitions: 2, granted: 0 }]);
  expect(
    await namesOf(
      'c.relispartition and c.relacl::text[] @> array[]::text[] and array_to_string(c.relacl, $$ $$) ~ $$(^| )=$$',
    ),
  ).toEqual([]);
});

test('views use the rights of the caller, and there are no materialized views', async () => {
  expect(
    await namesOf(`c.relkind = 'v' and not coalesce(c.reloptions, '{}') @> array['security_invoker=true']`),
  ).toEqual([]);
  expect(await namesOf(`c.relkind = 'm'`)).toEqual([]);
});

test('functions with the owner’s rights do not search the caller’s schemas, and not everybody may run them', async () => {
  const { rows } = await world().pool.query<{ name: string }>(
    `select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef
        and (not coalesce(proconfig, '{}') && array['search_path=public, pg_temp'] or proacl is null
             or exists (select from aclexplode(proacl) acl where acl.grantee = 0))`,
  );
  expect(rows).toEqual([]);
});

test('only the owner may run functions of the owner that are not on this list', async () => {
  const { rows } = await world().pool.query<{ name: string }>(
    `select distinct r.rolname || ' ' || proname as name
       from pg_proc p cross join aclexplode(proacl) acl join pg_roles r on r.oid = acl.grantee
      where pronamespace = 'public'::regnamespace and prosecdef and r.oid <> p.proowner order by 1`,
  );
  const expected = [
    ...MODULES.flatMap(({ database }) => database?.ownerFunctions ?? []),
    'sagasu_importer active_filters',
    'sagasu_importer ensure_slice',
    'sagasu_importer hashes_of_filter',
    'sagasu_importer note_filtered',
    'sagasu_indexer expire_addresses',
    'sagasu_indexer expire_audit_addresses',
    'sagasu_indexer expire_reports',
    'sagasu_indexer may_take_file',
    'sagasu_scraper active_filters',
    'sagasu_scraper ensure_slice',
    'sagasu_scraper hashes_of_filter',
    'sagasu_scraper may_take_file',
    'sagasu_scraper note_filtered',
    'sagasu_scraper undone_file_deletions',
    'sagasu_server accept_totp_step',
    'sagasu_server account_of_transaction',
    'sagasu_server active_filters',
    'sagasu_server add_ban',
    'sagasu_server add_ban_of_poster',
    'sagasu_server add_passkey',
    'sagasu_server add_bans_of_reporters',
    'sagasu_server add_report',
    'sagasu_server add_report_ticket',
    'sagasu_server administered_boards',
    'sagasu_server answer_reporters',
    'sagasu_server appeal_ban',
    'sagasu_server append_audit',
    'sagasu_server audit_entries_with_address',
    'sagasu_server begin_passkey',
    'sagasu_server begin_passkey_in_session',
    'sagasu_server begin_totp',
    'sagasu_server board_contents',
    'sagasu_server change_password',
    'sagasu_server confirm_totp',
    'sagasu_server count_quarantined',
    'sagasu_server count_rows',
    'sagasu_server database_folder',
    'sagasu_server empty_audit_details',
    'sagasu_server end_session',
    'sagasu_server find_ban',
    'sagasu_server find_key',
    'sagasu_server find_new_totp',
    'sagasu_server find_password_salt',
    'sagasu_server find_session',
    'sagasu_server has_accounts',
    'sagasu_server has_invitation',
    'sagasu_server hashes_of_filter',
    'sagasu_server hide_by_reports',
    'sagasu_server identify_account',
    'sagasu_server is_admin',
    'sagasu_server is_quarantined',
    'sagasu_server look_at_addresses',
    'sagasu_server look_at_audit_addresses',
    'sagasu_server may_take_file',
    'sagasu_server moderate_file',
    'sagasu_server moderated_boards',
    'sagasu_server moderates_all_boards',
    'sagasu_server near_files',
    'sagasu_server newest_moderation',
    'sagasu_server note_address',
    'sagasu_server note_passkey_use',
    'sagasu_server open_session',
    'sagasu_server passkeys_of_proven',
    'sagasu_server passkeys_of_session',
    'sagasu_server posts_from_network',
    'sagasu_server posts_of_file_name',
    'sagasu_server prove_password',
    'sagasu_server prune_pending_hides',
    'sagasu_server public_log',
    'sagasu_server read_ban',
    'sagasu_server read_report_ticket',
    'sagasu_server remove_board',
    'sagasu_server remove_passkey',
    'sagasu_server remove_totp',
    'sagasu_server replace_recovery_codes',
    'sagasu_server reported_only_from',
    'sagasu_server staff_queues',
    'sagasu_server staffed_boards',
    'sagasu_server take_new_passkey_challenge',
    'sagasu_server take_passkey_challenge',
    'sagasu_server unban_file',
    'sagasu_server undone_file_deletions',
    'sagasu_server use_invitation',
    'sagasu_server use_recovery_code',
    'sagasu_server watched_tasks',
  ];
  expect(rows.map(({ name }) => name)).toEqual(expected.sort());
});

test('the import role has privileges only on posts, files and the tables that it reads for them', async () => {
  const { rows } = await world().pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
        and (has_any_column_privilege('sagasu_importer', c.oid, 'select, insert, update')
          or has_table_privilege('sagasu_importer', c.oid, 'delete, truncate, references, trigger, maintain')) order by 1`,
  );
  const expected = [
    ...WORK_TABLES,
    'banned_media',
    'board_defaults',
    'boards',
    'datastores',
    'deleted_files',
    'difference_hashes',
    'dirty',
    'file_changes',
    'files_of_posts',
    'images',
    'media_removals',
    'moderated_threads',
    'post_files',
    'post_replays',
    'posts',
    'tombstones',
    'wanted_media',
  ];
  expect(rows.map(({ name }) => name)).toEqual(expected.sort());
});

test('the role for backups reads every row and has no other rights', async () => {
  const { rows } = await world().pool.query(
    `select r.rolbypassrls, r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolcanlogin as more,
       array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid where m.member = r.oid) as member_of
       from pg_roles r where r.rolname = 'sagasu_backup'`,
  );
  expect(rows).toEqual([{ rolbypassrls: true, more: false, member_of: ['pg_read_all_data'] }]);
});
