-- Up Migration

-- A mark is covered while covered_gen = gen: the rebuild covered_by copies the thread's posts into the indices that it is going to make
-- live, so that the live path need not write them. Any later mark of the thread draws a new gen, which ends that.
alter table dirty
  add column covered_by bigint,
  add column covered_gen bigint;

-- Instead of the index over all marks: claims read those that are not covered.
drop index dirty_gen_order;
create index dirty_gen_order on dirty (gen) where covered_gen is distinct from gen;
create index dirty_covered on dirty (covered_by, thread) where covered_by is not null;

-- Down Migration
