/** boards, backfills and forums as a whole: they are small. Where boards are harvested, and whether nothing more comes of it. */
export const SELECT_FORUMS = `
with here as (
  select id as board_id, name as board, url, coalesce(source_name, name) as source_name from boards
  union
  select w.board_id, b.name, w.url, w.source_name from backfills w join boards b on b.id = w.board_id
)
select board, url, source_name, exists (
    select from forums f
    where f.board_id = here.board_id and f.base_url = url || '/' || source_name and f.closed_at is not null) as closed
from here order by closed, board, url`;
