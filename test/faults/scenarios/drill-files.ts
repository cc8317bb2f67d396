/** The files of the restore drill: an import brings them, and some are purged, banned or deleted after the backup. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaKey, parseMediaKey } from '../../../mappings/media.ts';
import { RemovalLog } from '../../../platform/removal-log.ts';
import { moderateFile } from '../../../server/moderation/files.ts';
import { pictureOf } from '../../support/pictures.ts';
import { freePort } from '../../support/ports.ts';
import { openSession } from '../../support/sessions.ts';
import type { Stage } from '../stage.ts';

/** The board of the posts with files. */
export const PICTURES = 'pictures';

/** The fate of a post's file after the backup, by the post's position in the thread; `twin` shows the file of a purged post. */
const FATES = ['kept', 'purged', 'purged', 'twin', 'banned', 'deleted', 'kept'] as const;
const OLD = Date.UTC(2015, 2, 3) / 1000;

interface Shown {
  readonly num: string;
  /** SHA-256 in hexadecimal of the file, the source's thumbnail, and the drawn one. */
  readonly hashes: readonly string[];
}

/** SHA-256 of a post's file and of both thumbnails. */
const SHOWN = `
select p.num, array_remove(array[encode(f.sha256, 'hex'), encode(p.media_hash_thb, 'hex'), encode(d.sha256, 'hex')], null) as hashes
from posts p join boards b on b.id = p.board_id join images f on f.sha256 = p.media_hash_src left join images d on d.id = f.thumb_id
where b.name = '${PICTURES}' and p.thread = $1 order by p.num`;

const STORED = `select encode(sha256, 'hex') as sha256, type from images where datastore_id is not null`;

export class DrillFiles {
  readonly #stage: Stage;
  readonly #sagasu: (args: readonly string[]) => Promise<unknown>;
  readonly #source: string;
  readonly #data: string;
  readonly #kept = new Set<string>();
  readonly #gone = new Set<string>();
  #pictures = 0;

  private constructor(
    stage: Stage,
    sagasu: (args: readonly string[]) => Promise<unknown>,
    source: string,
    data: string,
  ) {
    this.#stage = stage;
    this.#sagasu = sagasu;
    this.#source = source;
    this.#data = data;
  }

  /** @param data the data folder of the stage's processes */
  static async create(
    stage: Stage,
    sagasu: (args: readonly string[]) => Promise<unknown>,
    data: string,
  ): Promise<DrillFiles> {
    return new DrillFiles(stage, sagasu, await mkdtemp(join(tmpdir(), 'sagasu-drill-files-')), data);
  }

  async close(): Promise<void> {
    for (const folder of [this.#source, this.#data]) await rm(folder, { recursive: true, force: true });
  }

  /** Imports a thread in which each post has a file and the source's thumbnail. */
  async add(thread: number): Promise<void> {
    const files = join(this.#source, PICTURES);
    await rm(files, { recursive: true, force: true });
    await mkdir(files, { recursive: true });
    const posts: object[] = [];
    let last = await this.#draw('png');
    for (const [place, fate] of FATES.entries()) {
      if (fate !== 'twin') last = await this.#draw('png');
      const [no, thumb] = [thread + place, await this.#draw('jpeg')];
      const tim = (OLD + no) * 1000;
      await writeFile(join(files, `${tim}.png`), last);
      await writeFile(join(files, `${tim}s.jpg`), thumb);
      const md5 = createHash('md5').update(last).digest('base64');
      const file = { tim, ext: '.png', filename: 'a', md5, fsize: last.length, w: 40, h: 40, tn_w: 10, tn_h: 10 };
      posts.push({
        no,
        resto: place === 0 ? 0 : thread,
        now: '',
        time: OLD + no,
        name: 'a',
        com: `${fate} ${no}`,
        ...file,
      });
    }
    await writeFile(join(files, `${thread}.json`), JSON.stringify({ posts }));
    await this.#sagasu(['import', 'json', this.#source, '--media', this.#source]);
  }

  /** Each picture has another colour, so that no two files are equal. */
  async #draw(type: 'png' | 'jpeg'): Promise<Buffer> {
    const at = ++this.#pictures;
    return (await pictureOf(`rgb(${(at * 37) % 256},${(at * 91) % 256},${at % 256})`, type, 10 + at)).bytes;
  }

  /** Numbers of the posts to be purged. */
  purgedOf(thread: number): readonly number[] {
    return FATES.flatMap((fate, place) => (fate === 'purged' ? [thread + place] : []));
  }

  /** Bans and deletes files of the thread, as a moderator and with the command. `isLost`: the thread arrived after the backup. */
  async remove(thread: number, isLost: boolean): Promise<void> {
    const { world } = this.#stage;
    const { rows } = await world.pool.query<Shown>(SHOWN, [thread]);
    const { rows: boards } = await world.pool.query<{ id: number }>('select id from boards where name = $1', [
      PICTURES,
    ]);
    const board = { id: boards[0]?.id ?? 0, name: PICTURES };
    const secret = await openSession(world.pool, { name: `warden${thread}` });
    const ofTwins = new Set(
      rows.filter(({ num }) => this.#fateOf(num, thread) === 'twin').flatMap(({ hashes }) => hashes),
    );
    for (const { num, hashes } of rows) {
      const fate = this.#fateOf(num, thread);
      if (fate === 'kept' || fate === 'twin') {
        if (!isLost) for (const hash of hashes) this.#kept.add(hash);
        continue;
      }
      for (const hash of hashes) if (!ofTwins.has(hash)) this.#gone.add(hash);
      if (fate === 'purged') continue;
      if (fate === 'banned' && !isLost) {
        await this.#sagasu(['media', 'ban', hashes[0] ?? '']);
        continue;
      }
      const moderation = {
        action: fate === 'banned' ? 'ban' : 'delete',
        board,
        post: { num: Number(num), subnum: 0 },
      } as const;
      await moderateFile(world.pool, { ...moderation, reason: null, secret }, new RemovalLog(this.#data));
    }
  }

  #fateOf(num: string, thread: number): (typeof FATES)[number] | undefined {
    return FATES[Number(num) - thread];
  }

  /** Deletes every stored file from the disk, or every second one. */
  async lose(share: 'all' | 'half'): Promise<void> {
    const keys = await this.#onDisk();
    for (const [place, key] of keys.entries()) if (share === 'all' || place % 2 === 0) await rm(join(this.#media, key));
  }

  get #media(): string {
    return join(this.#data, 'media');
  }

  async #onDisk(): Promise<readonly string[]> {
    const names = await readdir(this.#media, { recursive: true });
    return names.filter((name) => parseMediaKey(name) !== null).toSorted();
  }

  /**
   * Checks that every stored file is whole on the disk and served, and that removed files are neither, although the backup has them.
   * Returns the number of stored files.
   */
  async check(): Promise<number> {
    const { world, reportFailure, run } = this.#stage;
    const { rows } = await world.pool.query<{ sha256: string; type: string }>(STORED);
    const keys = new Map(rows.map(({ sha256, type }) => [sha256, mediaKey(Buffer.from(sha256, 'hex'), type)]));
    for (const [sha256, key] of keys) {
      const bytes = await readFile(join(this.#media, key)).catch(() => null);
      if (bytes === null) reportFailure(`the file ${key} of the database is not on the disk`);
      else if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        reportFailure(`${key} is damaged on the disk`);
    }
    for (const sha256 of this.#kept) if (!keys.has(sha256)) reportFailure(`the file ${sha256} is lost`);
    const onDisk = (await this.#onDisk()).join(' ');
    for (const sha256 of this.#gone) {
      if (keys.has(sha256)) reportFailure(`${sha256} was removed after the backup, and the database has it`);
      if (onDisk.includes(sha256)) reportFailure(`${sha256} was removed after the backup and is on the disk`);
    }
    const port = await freePort();
    const server = await run('server/main.ts', {
      SAGASU_PORT: String(port),
      SAGASU_RATE_LIMIT: '0',
      ELASTICSEARCH_URL: world.elasticsearchUrls.join(','),
    }).logged('"listening"');
    await this.#checkServed(`http://127.0.0.1:${port}`, keys);
    if ((await server.stop()) !== 0) reportFailure('the server did not end well');
    return keys.size;
  }

  async #checkServed(origin: string, keys: ReadonlyMap<string, string>): Promise<void> {
    const { reportFailure } = this.#stage;
    const statusOf = async (key: string) => {
      const answer = await fetch(`${origin}/media/${key}`, { signal: AbortSignal.timeout(30_000) });
      await answer.arrayBuffer();
      return answer.status;
    };
    for (const sha256 of this.#kept) {
      const status = await statusOf(keys.get(sha256) ?? mediaKey(Buffer.from(sha256, 'hex'), 'png'));
      if (status !== 200) reportFailure(`the file ${sha256} is answered with ${status}`);
    }
    for (const sha256 of this.#gone) {
      for (const type of ['png', 'jpg', 'webp']) {
        const status = await statusOf(mediaKey(Buffer.from(sha256, 'hex'), type));
        if (status !== 404) reportFailure(`${sha256} was removed after the backup and is answered with ${status}`);
      }
    }
  }
}
