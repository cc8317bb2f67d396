/** Reads PostgreSQL's data folder through the replication protocol (command BASE_BACKUP), as pg_basebackup does. */
import { Readable } from 'node:stream';
import pg from 'pg';
import type { Connection, Submittable } from 'pg';
import { BackupError } from '../backup-error.ts';

/** A backup whose server sends nothing for so long has failed. A checkpoint and the last segment of the log take minutes at most. */
const SILENCE_LIMIT_MS = 15 * 60_000;
/** Some 100 bytes for each file. */
const LIST_LIMIT_BYTES = 512 * 1024 * 1024;

/** The first byte of a message within the copy. */
const KIND = { archive: 0x6e, list: 0x6d, data: 0x64, progress: 0x70 } as const;

type Row = readonly (string | null)[];

/** The server's description of the data, before and after it. */
export interface Ends {
  readonly position: string;
  readonly timeline: number;
}

/** Sent by pg for each message of the answer; its types leave these callbacks out. */
interface CopyMessage {
  readonly chunk: Buffer;
}

/**
 * A query of the driver whose answer is rows, a copy and rows again. Results come in the order: start, folders, copy, end.
 * The stream is the archive in the format tar.
 */
export class BaseBackupQuery implements Submittable {
  readonly archive: Readable;
  /** Resolves when the server has ended the backup. */
  readonly ended: Promise<{ readonly start: Ends; readonly end: Ends; readonly list: Buffer; readonly size: number }>;
  readonly #text: string;
  readonly #results: Row[][] = [];
  readonly #list: Buffer[] = [];
  #listBytes = 0;
  #archives = 0;
  #isList = false;
  #isOver = false;
  #socket: { pause(): void; resume(): void; destroy(error?: Error): void } | null = null;
  #silence: NodeJS.Timeout | undefined;
  #resolve!: (ended: Awaited<BaseBackupQuery['ended']>) => void;
  #reject!: (error: Error) => void;

  constructor(text: string) {
    this.#text = text;
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.ended.catch(() => undefined);
    this.archive = new Readable({
      highWaterMark: 1024 * 1024,
      read: () => {
        this.#socket?.resume();
        this.#listen();
      },
      destroy: (error, done) => {
        // The list of files follows the archive.
        if (!this.#isOver && !this.#isList) this.#socket?.destroy();
        done(error);
      },
    });
  }

  submit(connection: Connection): void {
    this.#socket = (connection as unknown as { stream: NonNullable<BaseBackupQuery['archive']> }).stream;
    connection.query(this.#text);
    this.#listen();
  }

  #listen(): void {
    clearTimeout(this.#silence);
    if (this.#isOver) return;
    this.#silence = setTimeout(() => {
      this.#socket?.destroy(
        new BackupError(
          'wal',
          'PostgreSQL has sent nothing for 15 minutes: look for failures of archive_command in its log',
        ),
      );
    }, SILENCE_LIMIT_MS);
  }

  handleRowDescription(): void {
    this.#results.push([]);
  }

  handleDataRow({ fields }: { readonly fields: Row }): void {
    this.#results.at(-1)?.push(fields);
  }

  handleCopyData({ chunk }: CopyMessage): void {
    this.#listen();
    const kind = chunk[0];
    if (kind === KIND.archive) {
      // Folders of tablespaces come first, each as an archive of its own.
      if (++this.#archives > 1 || (this.#results[1]?.length ?? 0) > 1) this.#fail(tablespaces());
    } else if (kind === KIND.list) {
      this.#isList = true;
      this.archive.push(null);
    } else if (kind === KIND.data) {
      // The parser of the driver uses its memory again.
      const data = Buffer.from(chunk.subarray(1));
      if (this.#isList) this.#keep(data);
      else if (!this.archive.push(data)) this.#pause();
    }
  }

  /** A paused server is not silent. */
  #pause(): void {
    clearTimeout(this.#silence);
    this.#socket?.pause();
  }

  #keep(data: Buffer): void {
    this.#listBytes += data.length;
    if (this.#listBytes > LIST_LIMIT_BYTES) this.#fail(new BackupError('damaged', 'the list of files has no end'));
    else this.#list.push(data);
  }

  #fail(error: Error): void {
    this.#socket?.destroy();
    this.#end(error);
  }

  #end(error: Error | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#silence);
    if (error === null) return;
    this.archive.destroy(error);
    this.#reject(error);
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}

  handleError(error: Error): void {
    this.#end(error instanceof pg.DatabaseError ? explained(error) : error);
  }

  handleReadyForQuery(): void {
    const [start, folders, end] = this.#results;
    const [from, to] = [endsOf(start), endsOf(end)];
    if (from === null || to === null) {
      this.#end(new BackupError('damaged', 'PostgreSQL ended the base backup before its end'));
      return;
    }
    this.#end(null);
    // The third column is the size in kilobytes.
    const size = Number(folders?.[0]?.[2] ?? 0) * 1_024;
    this.#resolve({ start: from, end: to, list: Buffer.concat(this.#list), size });
  }
}

function endsOf(rows: readonly Row[] | undefined): Ends | null {
  const [position, timeline] = rows?.[0] ?? [];
  return typeof position === 'string' && typeof timeline === 'string' ? { position, timeline: Number(timeline) } : null;
}

function tablespaces(): BackupError {
  return new BackupError(
    'folder',
    'the cluster has tablespaces in other folders, which base backups leave out: use pgBackRest (docs/operations/back-up.md), or sagasu backup',
  );
}

const INSUFFICIENT_PRIVILEGE = '42501';

function explained(error: pg.DatabaseError): Error {
  if (error.code !== INSUFFICIENT_PRIVILEGE) return error;
  return new BackupError('role', 'this role may not copy the cluster: alter role … replication', { cause: error });
}
