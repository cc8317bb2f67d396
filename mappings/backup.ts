/**
 * The format of `sagasu backup`: one folder for each backup, with the rows of every table, and a folder of files that all backups
 * share.
 */
import { Type, type Static } from 'typebox';

export const BACKUP_FORMAT = 'sagasu-backup';
export const BACKUP_VERSION = 1;

const Name = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' });

export const BackupManifest = Type.Object({
  format: Type.Literal(BACKUP_FORMAT),
  version: Type.Literal(BACKUP_VERSION),
  made_at: Type.String(),
  /** Migrations of the database, in order. A restore applies them before the rows and newer ones after. */
  migrations: Type.Array(Type.String()),
  /** Sorted so that rows refer only to earlier tables. */
  tables: Type.Array(
    Type.Object({
      table: Name,
      columns: Type.Array(Name),
      rows: Type.Integer({ minimum: 0 }),
      bytes: Type.Integer({ minimum: 0 }),
      /** Hash of the encrypted file `{table}.copy.zst.age`. */
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      /** Set for a partition of posts. */
      slice: Type.Optional(Type.Object({ board: Type.Integer(), slice: Type.Integer() })),
    }),
  ),
  sequences: Type.Record(Name, Type.String({ pattern: '^\\d{1,19}$' })),
});
export type BackupManifest = Static<typeof BackupManifest>;
export type BackupTable = BackupManifest['tables'][number];

/**
 * Tables that are not backed up: sessions end with a restore, addresses expire before backups, and the others belong to running
 * processes or are filled by migrations.
 */
export const NOT_BACKED_UP: readonly string[] = [
  'migrations',
  'sessions',
  'poster_addresses',
  'report_networks',
  'identity_proposal_networks',
  'removal_request_networks',
  'audit_addresses',
  'used_proofs',
  'removed_indices',
  'transaction_accounts',
  'scrapers',
  'harvest_leases',
];

export const tableFile = (table: string): string => `${table}.copy.zst.age`;

/** `20240501T120000Z`: the names of backups, which sort by time. */
export function backupName(now: Date): string {
  return `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

export const isBackupName = (name: string): boolean => /^\d{8}T\d{6}Z$/.test(name);
