-- Up Migration

-- The functions of mappings/postgres/post-functions.ts hide, purge, count and mark posts.
drop function count_thread(int, bigint);

-- Empties the details of earlier audit entries about the posts, for functions of the owner. `posts`: `71`, or `71_2`.
-- Index: audit_log_posts.
create function forget_audit_details(board int, posts text[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from audit_details d using audit_log l
   where l.id = d.audit_id and l.board_id = board and l.target ? 'posts' and l.target -> 'posts' ?| posts;
  delete from audit_addresses a using audit_log l
   where l.id = a.audit_id and l.board_id = board and l.target ? 'posts' and l.target -> 'posts' ?| posts;
end
$$;
revoke all on function forget_audit_details(int, text[]) from public;

create or replace function empty_audit_details(board int, posts text[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not moderates(board) and session_user <> current_user then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  perform forget_audit_details(board, posts);
end
$$;

-- A scraper hides posts that the source has deleted, where a filter says so.
grant select, insert, update (since), delete on pending_hides to sagasu_scraper;
create policy scraper on pending_hides to sagasu_scraper using (true) with check (true);

-- Records effects of filters. Posts that are held get into the queue of staff by a trigger of the module reports.
create or replace function note_filtered(board int, by_filters bigint[], nums bigint[], subnums int[], did text[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into filtered_posts (board_id, num, subnum, filter_id, action)
  select board, n.num, n.subnum, n.filter_id, n.action
    from unnest(nums, subnums, by_filters, did) as n (num, subnum, filter_id, action)
    join post_filters f on f.id = n.filter_id and f.enabled_at is not null
  on conflict do nothing;
end
$$;
