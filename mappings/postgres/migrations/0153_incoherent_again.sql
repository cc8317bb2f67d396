-- Up Migration

-- Dumps without bit rates were called incoherent, among them those of most WebM files. The service looks at all of them again. dumps_pkey.
update dumps set state = 0, reason = null, due_at = now(), changed_at = now() where state = 47;

-- Down Migration
