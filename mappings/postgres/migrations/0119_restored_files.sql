-- Up Migration

-- As in 0118, with the files that dumps described before they were here. dump_changes_state, images_sha256_key.
create or replace function dump_statistics() returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'states', (select coalesce(jsonb_agg(jsonb_build_object('state', c.state, 'dumps', c.dumps) order by c.state), '[]')
      from (select d.state, count(*) as dumps from dumps d group by d.state) c),
    'clients', (select coalesce(jsonb_agg(to_jsonb(c) order by c.dumps desc, c.client, c.version), '[]')
      from (select d.client, d.version, count(*) as dumps, count(*) filter (where d.state = 11) as used
              from dumps d where d.client is not null group by 1, 2 order by 3 desc, 1, 2 limit 50) c),
    'contributors', (select count(distinct c.contributor) from dump_contributors c),
    'unmapped', (select count(*) from dumps d where d.image_id is null and not d.named and d.client is not null),
    'verified', (select count(*) from dumps d where d.state = 11),
    'changes', (select coalesce(jsonb_agg(jsonb_build_object('state', c.state, 'changes', c.changes) order by c.state), '[]')
      from (select r.state, count(*) as changes from dump_changes r group by 1) c),
    'restored', (select count(*) from dump_changes r join images i on i.sha256 = decode(r.after, 'hex')
      where r.state = 'granted' and r.field = 'sha256' and i.datastore_id is not null))
$$;

-- Down Migration
