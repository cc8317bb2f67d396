/** Receives packages with dumps: opens, parses and stores them. The indexer judges the dumps later. */
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Dump } from '../format/dump.ts';
import { openPackage, PackageError, type KeyPair, type OpenedPackage } from '../format/package.ts';
import { DumpInvalidError, readDump } from '../format/read-dump.ts';
import { DUMP_STATES } from '../format/states.ts';
import { writeDump } from '../format/write-dump.ts';
import { toError } from '../../../platform/errors.ts';
import { prepared } from '../../../platform/postgres.ts';
import { toUnavailable } from '../../../platform/postgres-errors.ts';
import { RefusedError } from '../../../server/shared/errors.ts';
import type { Drained, Spool } from './spool.ts';
import type { ReleaseStatement } from '../format/release.ts';
import { ADD_DUMP, KEEP_FAILED_DUMP, STATE_RELEASE } from './sql.ts';

/**
 * added      the dump is new
 * confirmed  another contributor has sent the same dump before
 * known      the same contributor has sent it before, or the package is unsigned and the dump is known
 * kept       the server failed on the dump, and keeps it for the operators
 * waiting    PostgreSQL is down: the package will be stored later
 */
export type DumpOutcome = 'added' | 'confirmed' | 'known' | 'kept' | 'waiting';

export interface ReceiverOptions {
  readonly pool: pg.Pool;
  readonly keys: Promise<KeyPair>;
  readonly spool: Spool;
  readonly isPostgresAway: () => boolean;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info' | 'error'>;
}

const RETRY_AFTER_SECONDS = 60;

export class DumpReceiver {
  readonly #options: ReceiverOptions;

  constructor(options: ReceiverOptions) {
    this.#options = options;
  }

  /**
   * @throws RefusedError 400 `package_unreadable` (nothing is kept), 422 `dump_invalid` (kept for debugging), 503 `dumps_full`
   */
  async take(bytes: Uint8Array): Promise<DumpOutcome> {
    const opened = await this.#open(bytes);
    if (this.#options.isPostgresAway()) return this.#spool(bytes, null);
    try {
      return await this.#store(opened);
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      return this.#spool(bytes, toError(error));
    }
  }

  /** Stores the packages that wait in the spool. Returns their number. */
  async drain(): Promise<number> {
    const { spool, isPostgresAway, log } = this.#options;
    if (isPostgresAway()) return 0;
    const count = await spool.drain(async (bytes) => this.#takeFromSpool(bytes));
    if (count > 0) log.info({ count }, 'dumps that waited for PostgreSQL are stored');
    return count;
  }

  async #takeFromSpool(bytes: Buffer): Promise<Drained> {
    try {
      await this.#store(await this.#open(bytes));
    } catch (error) {
      // An invalid dump has been kept in the database; a package for an older secret cannot be opened any more.
      if (!(error instanceof RefusedError)) return 'wait';
    }
    return 'done';
  }

  async #open(bytes: Uint8Array): Promise<OpenedPackage> {
    try {
      return await openPackage(bytes, await this.#options.keys);
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      const detail = `${PACKAGE_FAULTS[error.reason]} Nothing of it was kept.`;
      throw new RefusedError(400, 'package_unreadable', detail);
    }
  }

  async #store(opened: OpenedPackage): Promise<DumpOutcome> {
    let dump: Dump;
    try {
      dump = readDump(opened.xml);
    } catch (error) {
      return this.#keepFailed(opened, toError(error));
    }
    try {
      return await this.#add(dump, opened);
    } catch (error) {
      if (toUnavailable(toError(error)) !== null) throw error;
      this.#options.log.error({ err: toError(error) }, 'the database refused a dump');
      await this.#keep(opened, DUMP_STATES.failed_db, toError(error).message);
      return 'kept';
    }
  }

  async #add(dump: Dump, { contributor, release }: OpenedPackage): Promise<DumpOutcome> {
    const content = Buffer.from(writeDump(dump));
    const { client, file } = dump;
    const digest = digestOf(content);
    const { rows } = await this.#options.pool.query<{ outcome: DumpOutcome }>(
      prepared(ADD_DUMP, [
        digest,
        content,
        client.name,
        client.version,
        bytesOf(file.md5),
        bytesOf(file.sha1),
        bytesOf(file.sha256),
        file.size,
        file.type,
        contributor,
        file.offered,
      ]),
    );
    if (contributor !== null && release !== null) await this.#stateRelease(digest, contributor, release);
    return rows[0]?.outcome ?? 'known';
  }

  async #stateRelease(
    dump: Buffer,
    contributor: Buffer,
    { client, version, digest, key, signature }: ReleaseStatement,
  ): Promise<void> {
    const release = [client, version, bytesOf(digest), bytesOf(key), bytesOf(signature)];
    await this.#options.pool.query(prepared(STATE_RELEASE, [dump, contributor, ...release]));
  }

  async #keepFailed(opened: OpenedPackage, error: Error): Promise<DumpOutcome> {
    if (!(error instanceof DumpInvalidError)) {
      this.#options.log.error({ err: error }, 'a dump could not be handled');
      await this.#keep(opened, DUMP_STATES.exception, error.message);
      return 'kept';
    }
    const place = error.line === null ? '' : `line ${error.line}: `;
    await this.#keep(opened, DUMP_STATES.failed_xml, `${place}${error.message}`);
    const detail = `The dump is invalid and will not be used. ${place}${error.message}`;
    throw new RefusedError(422, 'dump_invalid', detail);
  }

  async #keep({ xml }: OpenedPackage, state: number, problem: string): Promise<void> {
    const printable = problem.toWellFormed().replaceAll('\0', '');
    await this.#options.pool.query(KEEP_FAILED_DUMP, [digestOf(xml), state, printable, xml]);
  }

  async #spool(bytes: Uint8Array, cause: Error | null): Promise<DumpOutcome> {
    const { spool, log } = this.#options;
    if (cause !== null && toUnavailable(cause) === null) throw cause;
    const isKept = await spool.add(bytes).catch((error: unknown) => {
      log.error({ err: toError(error) }, 'the spool of dumps cannot be written');
      return false;
    });
    if (isKept) return 'waiting';
    throw new RefusedError(
      503,
      'dumps_full',
      'PostgreSQL is away, and no more dumps can wait for it here. Try again later.',
      RETRY_AFTER_SECONDS,
    );
  }
}

const PACKAGE_FAULTS: Readonly<Record<PackageError['reason'], string>> = {
  form: 'This is no package with a dump.',
  key: 'The package is sealed to another key. The key of this archive is at /api/v1/dumps/key.',
  seal: 'The package is damaged: its seal does not open.',
  signature: 'The signature of the package is wrong, or was made for another archive.',
  release: 'The package states a release of its client whose signature is wrong.',
  compression: 'What the package holds is not gzip, or unpacks to more than a dump may have.',
};

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
