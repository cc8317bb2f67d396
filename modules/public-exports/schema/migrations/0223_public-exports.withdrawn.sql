-- Up Migration

-- The time since which the file contains a post that staff have purged. Such a file is not offered any more.
alter table public_exports add column purged_since timestamptz;

-- Writers who delete their own posts withdraw no file: a reader with a ghost post could otherwise keep a board's file away from all others.
-- Index: public_exports_board.
create function withdraw_exports() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update public_exports e set purged_since = now()
  where e.purged_since is null and e.board_id in (select a.board_id from added a where a.purged_by <> 'its writer');
  return null;
end
$$;
revoke all on function withdraw_exports() from public;

create trigger public_exports_withdrawal after insert on tombstones
  referencing new table as added for each statement execute function withdraw_exports();
