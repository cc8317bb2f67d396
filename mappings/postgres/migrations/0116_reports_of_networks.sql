-- Up Migration

create index report_networks_within on report_networks using gist (network inet_ops);

-- Open reported posts of boards that the account moderates, all of whose reports came from this network, or from the networks that reported a post, without
-- telling them; the post itself among them. Posts that others or staff reported as well are left out, and those whose networks are not kept any more.
-- A look at addresses, which is recorded. report_networks_within, report_networks_board_id_num_subnum_network_key, reported_posts_pkey, reports_post.
create function reported_only_from(came_from inet, board int, post bigint, ghost int, most int)
returns table (board_id int, num bigint, subnum int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  moderated constant int[] := case when session_user = current_user then array(select b.id from boards b) else moderated_boards() end;
  wanted inet[];
begin
  if moderated = '{}' or (board is not null and not board = any (moderated)) then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  wanted := case when came_from is not null then array[network(came_from)::inet] else array(
    select n.network from report_networks n where n.board_id = board and n.num = post and n.subnum = ghost) end;
  perform add_audit_entry(
    'addresses.look', board,
    case when board is null then '{}' else
      jsonb_build_object('posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end)) end,
    'reports of the same network', null, null);
  return query
    select r.board_id, r.num, r.subnum
      from (
        select distinct n.board_id, n.num, n.subnum from report_networks n, unnest(wanted) as w where n.network && w) found
      join reported_posts r on r.board_id = found.board_id and r.num = found.num and r.subnum = found.subnum
     where r.closed_at is null and r.board_id = any (moderated)
       and not exists (
         select from reports p
          where p.board_id = r.board_id and p.num = r.num and p.subnum = r.subnum and p.reported_at >= r.opened_at
            and not exists (select from report_networks n, unnest(wanted) as w where n.report_id = p.id and n.network && w))
     order by r.board_id, r.num, r.subnum limit most;
end
$$;

revoke all on function reported_only_from(inet, int, bigint, int, int) from public;
grant execute on function reported_only_from(inet, int, bigint, int, int) to sagasu_server;

-- Down Migration
