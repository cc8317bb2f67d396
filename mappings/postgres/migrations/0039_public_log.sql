-- Up Migration

-- What moderators did, for readers, on boards whose setting `publicLog` is on: nothing here names a post or quotes a reason. The actor only
-- where `publicLogNames` is on too. `below` and `only_board` may be null. audit_log_board, once for each such board.
create function public_log(below bigint, only_board text, at_most int)
returns table (id bigint, at timestamptz, action text, board text, posts int, thread boolean, actor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select l.id, date_trunc('minute', l.at), substr(l.action, length('posts.') + 1), b.name, jsonb_array_length(l.target -> 'posts'),
      l.target ? 'thread',
      case when coalesce(b.settings -> 'publicLogNames', d.settings -> 'publicLogNames') = 'true' then l.actor end
    from boards b
    cross join board_defaults d
    cross join lateral (
      select * from audit_log a
      where a.board_id = b.id and (below is null or a.id < below)
        and a.action in ('posts.hide', 'posts.show', 'posts.purge') and a.target -> 'posts' <> '[]'
      order by a.id desc
      limit at_most) l
    where coalesce(b.settings -> 'publicLog', d.settings -> 'publicLog') = 'true' and (only_board is null or b.name = only_board)
    order by l.id desc
    limit at_most;
end
$$;

revoke all on function public_log(bigint, text, int) from public;
grant execute on function public_log(bigint, text, int) to sagasu_server;

-- Down Migration
