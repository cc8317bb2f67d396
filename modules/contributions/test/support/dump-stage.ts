/** A database with files, posts and contributed dumps, and a clock that the test controls. Every process uses its own role. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { DumpAction, DumpChangeAction } from '../../contract/dump-moderation.ts';
import type { Dump } from '../../format/dump.ts';
import { dumpStateOf, type DumpState } from '../../format/states.ts';
import { writeDump } from '../../format/write-dump.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { grantChanges } from '../../indexer/auto-granter.ts';
import { DumpService } from '../../indexer/dump-service.ts';
import { finishChanges } from '../../indexer/finish-changes.ts';
import { decideChanges, giveTrust } from '../../server/moderate-changes.ts';
import { cleanDumps, moderateDumps } from '../../server/moderate-dumps.ts';
import { revertClient } from '../../server/revert-client.ts';
import { ADD_DUMP } from '../../server/sql.ts';
import { PICTURE } from '../unit/format/sample-dump.ts';
import { anExtraFile, aPost, insertBoard, writePosts, type TestBoard } from '../../../../test/support/builders.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { wardenOf } from '../../../../test/support/sessions.ts';
import type { World } from '../../../../test/support/world.ts';

const QUIET = { info: () => undefined, error: () => undefined };
const HOUR_MS = 3_600_000;

/** The time by which the source names the file of a post. */
export const mediaTimeOf = (num: number): number => 1_500_000_000_000 + num;

export const keyOf = (who: string): string => createHash('sha256').update(who).digest('hex');

export class DumpStage {
  /** The clock is ahead of the database's clock, so that new dumps are due. */
  now = new Date(Date.now() + HOUR_MS);
  readonly owner: pg.Pool;
  readonly indexer: pg.Pool;
  readonly server: pg.Pool;
  readonly board: TestBoard;
  readonly #service: DumpService;
  #num = 100;

  private constructor(world: World, board: TestBoard) {
    this.owner = world.pool;
    this.board = board;
    this.indexer = createPostgresPool({ url: loginUrl(world.databaseUrl, 'indexer') });
    this.server = createPostgresPool({ url: loginUrl(world.databaseUrl, 'server') });
    this.#service = this.aService();
  }

  static async of(world: World, board = 'thumbs'): Promise<DumpStage> {
    return new DumpStage(world, await insertBoard(world.pool, board));
  }

  aService(pool = this.indexer): DumpService {
    return new DumpService({ pool, now: () => this.now, logger: QUIET });
  }

  async close(): Promise<void> {
    await Promise.all([this.indexer.end(), this.server.end()]);
  }

  /** Resets the stage to a post that states 1 × 1 pixels, and a trusted dump of its picture that requests changes. */
  async beginWithPicture(): Promise<{ readonly num: number; readonly dump: number }> {
    await this.clear();
    const num = await this.post(PICTURE, { width: 1, height: 1 });
    await this.trust('ann', PICTURE);
    const dump = await this.contribute(PICTURE);
    await this.service();
    return { num, dump };
  }

  async clear(): Promise<void> {
    await this.owner.query('truncate dumps, dump_changes, dump_trust, images, posts, post_files, dirty cascade');
  }

  later(minutes: number): void {
    this.now = new Date(this.now.getTime() + minutes * 60_000);
  }

  /** Inserts a post that names a file which is not stored, as on a board with thumbnails only. Returns its number. */
  async post(
    { file }: Dump,
    { minutesOld = 60, width = null, height = null, hidden = false, place = 0 }: GivenPost = {},
  ): Promise<number> {
    const num = this.#num++;
    const timePosted = new Date(this.now.getTime() - minutesOld * 60_000);
    const media = {
      mediaHash: Buffer.from(file.md5, 'hex'),
      mediaSize: file.size,
      mediaTime: mediaTimeOf(num),
      mediaType: file.type,
      mediaDimsSrcW: width,
      mediaDimsSrcH: height,
    };
    const files = place === 0 ? media : { extraFiles: [anExtraFile({ place, ...media })] };
    await writePosts(this.owner, this.board, [aPost({ num, timePosted, hidden, ...files })]);
    return num;
  }

  /** Inserts the record of a stored file. */
  async file({ file }: Dump, { minutesOld = 60 }: GivenPost = {}): Promise<void> {
    await this.owner.query(
      `insert into images (sha256, md5, size, type, added_at) values (decode($1, 'hex'), decode($2, 'hex'), $3, $4, $5)`,
      [file.sha256, file.md5, file.size, file.type, new Date(this.now.getTime() - minutesOld * 60_000)],
    );
  }

  async removeFile({ file }: Dump): Promise<void> {
    await this.owner.query(`delete from images where sha256 = decode($1, 'hex')`, [file.sha256]);
  }

  /** Sends a dump through the server's receiver. If `by` is null, it is not signed. Returns the id. */
  async contribute(dump: Dump, by: string | null = 'ann'): Promise<number> {
    const content = Buffer.from(writeDump(dump));
    const { file, client } = dump;
    const digest = createHash('sha256').update(content).digest();
    await this.server.query(ADD_DUMP, [
      digest,
      content,
      client.name,
      client.version,
      ...[file.md5, file.sha1, file.sha256].map((hash) => Buffer.from(hash, 'hex')),
      file.size,
      file.type,
      by === null ? null : Buffer.from(keyOf(by), 'hex'),
      file.offered,
    ]);
    const { rows } = await this.owner.query<{ id: string }>('select id from dumps where digest = $1', [digest]);
    return Number(rows[0]?.id);
  }

  async service(): Promise<void> {
    await this.#service.run();
  }

  async grant(): Promise<number> {
    const granted = await grantChanges({ pool: this.indexer, now: this.now, logger: QUIET });
    await this.finish();
    return granted;
  }

  async finish(): Promise<void> {
    while ((await finishChanges({ pool: this.indexer, now: () => this.now })) > 0) {
      // Each step handles the next changes.
    }
  }

  async #moderator() {
    return { pool: this.server, secret: await wardenOf(this.owner), now: this.now };
  }

  async trust(by: string, { client }: Pick<Dump, 'client'>, trust: 'full' | 'lesser' | null = 'full'): Promise<void> {
    await giveTrust(await this.#moderator(), {
      contributor: keyOf(by),
      client: client.name,
      version: client.version,
      trust,
    });
  }

  async moderate(action: DumpAction['action'], ...dumps: number[]) {
    return moderateDumps(await this.#moderator(), { action, dumps });
  }

  async clean(state: DumpState) {
    return cleanDumps(await this.#moderator(), { states: [state] });
  }

  /** Decides on a change, but does not carry the decision out. */
  async mark(action: DumpChangeAction['action'], change: number) {
    return decideChanges(await this.#moderator(), { action, changes: [change] });
  }

  async markReverted({ client }: Pick<Dump, 'client'>) {
    return revertClient(await this.#moderator(), { client: client.name, version: client.version });
  }

  async decide(action: DumpChangeAction['action'], ...changes: number[]) {
    const result = await decideChanges(await this.#moderator(), { action, changes });
    await this.finish();
    return result;
  }

  async revert({ client }: Pick<Dump, 'client'>) {
    const result = await revertClient(await this.#moderator(), { client: client.name, version: client.version });
    await this.finish();
    return result;
  }

  async states(): Promise<ReadonlyMap<number, DumpState>> {
    const { rows } = await this.owner.query<{ id: string; state: number }>('select id, state from dumps');
    return new Map(rows.map(({ id, state }) => [Number(id), dumpStateOf(state)]));
  }

  async changesOf({ file }: Dump): Promise<readonly number[]> {
    const { rows } = await this.owner.query<{ id: number }>(
      `select id::int from dump_changes where md5 = decode($1, 'hex') and size = $2 order by id`,
      [file.md5, file.size],
    );
    return rows.map(({ id }) => id);
  }

  async changes(): Promise<readonly Change[]> {
    const { rows } = await this.owner.query<Change>(
      'select id::int, field, before, after, state, reason, unapplied from dump_changes order by id',
    );
    return rows;
  }

  /** Returns the columns of a post's file. */
  async fileOf(
    num: number,
    place = 0,
  ): Promise<Readonly<Record<'sha256' | 'width' | 'height' | 'rev', string | null>>> {
    const { rows } = await this.owner.query<Record<'sha256' | 'width' | 'height' | 'rev', string | null>>(
      `select encode(f.media_hash_src, 'hex') as sha256, f.media_dims_src_w::text as width, f.media_dims_src_h::text as height, p.rev
       from files_of_posts f join posts p using (board_id, num, subnum) where board_id = $1 and num = $2 and subnum = 0 and f.place = $3`,
      [this.board.id, num, place],
    );
    const [row] = rows;
    if (row === undefined) throw new Error(`post ${num} is not stored`);
    return row;
  }
}

export interface GivenPost {
  readonly minutesOld?: number;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly hidden?: boolean;
  /** The place of the file in the post. The first one, 0, is the default. */
  readonly place?: number;
}

interface Change {
  readonly id: number;
  readonly field: string;
  readonly before: string | null;
  readonly after: string;
  readonly state: string;
  readonly reason: string | null;
  readonly unapplied: boolean;
}
