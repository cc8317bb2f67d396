-- Up Migration

-- Texts of operators that replace the defaults of the site's pages.
create table site_pages (
  name        text not null check (name ~ '^[a-z]{1,32}$'),
  language    text not null check (language ~ '^[a-z]{2}$'),
  markdown    text not null check (char_length(markdown) between 1 and 50000),
  changed_at  timestamptz not null default now(),
  changed_by  text not null,
  primary key (name, language)
);
create constraint trigger audit after insert or update or delete on site_pages
  deferrable initially deferred
  for each row execute function audit_row('name,language', 'changed_at,changed_by');
alter table site_pages enable row level security, force row level security;
create policy owner on site_pages to current_user using (true) with check (true);
create policy readers on site_pages for select to sagasu_server using (true);
create policy admins_adding on site_pages for insert to sagasu_server with check ((select is_admin()));
create policy admins_changing on site_pages for update to sagasu_server using ((select is_admin()));
create policy admins_deleting on site_pages for delete to sagasu_server using ((select is_admin()));
grant select, insert, update, delete on site_pages to sagasu_server;
