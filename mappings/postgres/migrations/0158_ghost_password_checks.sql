-- Up Migration

-- Whether `proof` is the hash of the password of a ghost post, and if so, whether the post was written from the network of `came_from`: an IPv4
-- address, or the /64 of an IPv6 address. Nobody learns of a network who does not know the password. ghost_passwords_pkey, poster_addresses_pkey.
create function check_ghost_password(board int, post bigint, ghost int, proof text, came_from inet)
returns table (is_right boolean, is_writer boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from ghost_passwords g
     where g.board_id = board and g.num = post and g.subnum = ghost and g.password_hash = proof)
  then
    return query select false, false;
    return;
  end if;
  return query select true, exists (
    select from poster_addresses a
     where a.board_id = board and a.num = post and a.subnum = ghost and a.expires_at > now()
       and came_from <<= network(set_masklen(a.address, case family(a.address) when 4 then 32 else 64 end))::inet);
end
$$;
revoke all on function check_ghost_password(int, bigint, int, text, inet) from public;
grant execute on function check_ghost_password(int, bigint, int, text, inet) to sagasu_server;
