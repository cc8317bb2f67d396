-- Up Migration

-- The function count_threads of mappings/postgres/post-functions.ts marks the threads that it changes.
