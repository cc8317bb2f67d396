/**
 * The files of the schema, by their paths in the repository. docs/SCHEMA.md describes the schema; docs/decisions/0080-baseline-schema.md
 * describes when each file changes.
 */

/** The schema of version 0.1.1, in this order: a file uses tables and functions of those before it. Later changes are migrations. */
export const BASELINE_FILES: readonly string[] = [
  'mappings/postgres/schema/10-roles.sql',
  'mappings/postgres/schema/15-access.sql',
  'mappings/postgres/schema/20-audit.sql',
  'mappings/postgres/schema/25-boards.sql',
  'mappings/postgres/schema/30-accounts.sql',
  'mappings/postgres/schema/40-posts.sql',
  'mappings/postgres/schema/45-tasks.sql',
  'mappings/postgres/schema/50-index.sql',
  'mappings/postgres/schema/60-harvest.sql',
  'mappings/postgres/schema/70-files.sql',
  'mappings/postgres/schema/80-moderation.sql',
  'mappings/postgres/schema/82-reports.sql',
  'mappings/postgres/schema/84-bans.sql',
  'modules/ghosts/schema/ghosts.sql',
  'modules/contributions/schema/contributions.sql',
  'modules/cable/schema/cable.sql',
  'modules/public-exports/schema/public-exports.sql',
  'modules/imports/schema/imports.sql',
];

/**
 * Migrations run in the order of their file names, which begin with a number above that of the baseline. Those of modules are called
 * `NUMBER_MODULE.NAME.sql`, so that a database with migrations of a removed module is not mistaken for one of a newer version.
 */
export const MIGRATION_FOLDERS: readonly string[] = [
  'mappings/postgres/migrations',
  'modules/ghosts/schema/migrations',
  'modules/contributions/schema/migrations',
  'modules/cable/schema/migrations',
  'modules/nicknames/schema/migrations',
  'modules/removal-requests/schema/migrations',
  'modules/public-exports/schema/migrations',
  'modules/series/schema/migrations',
  'modules/site-pages/schema/migrations',
  'modules/follow/schema/migrations',
];
