-- Up Migration

-- Servers read the state of a thread with every request, so writers no longer announce which threads changed.
drop trigger dirty_said on dirty;
drop trigger posts_said on posts;
drop function say_thread_changed();
