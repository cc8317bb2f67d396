/**
 * Imports the files of a board from another archive's folder: each file is hashed and stored for the posts that state its MD5, and each
 * thumbnail for the posts that its name identifies. Stored files are not read again, so an interrupted import resumes where it stopped.
 */
import { realpath, rm } from 'node:fs/promises';
import type pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { detectMediaType, isDrawn } from '../../../mappings/media.ts';
import { insideOf, walkBoard, type FolderFile } from './folder.ts';
import { postsByMd5, postsByTime, unfiledPosts, type NamingPost } from './naming-posts.ts';
import { MediaCount, type MediaReport } from './report.ts';
import type { BoardWatch } from '../watch.ts';
import { stageFile, type StagedFile } from '../../../platform/datastore/stage-file.ts';

const PAGE = 500;
const AT_ONCE = 4;
const THUMB_BYTES = 2 ** 20;

type Kind = 'file' | 'thumb';

/** The archive's own code for files, which the command supplies. */
export interface MediaTarget {
  readonly pool: pg.Pool;
  /** Folder for incoming files. Files are not copied if it is on the same disk as the datastore and the other archive. */
  readonly incomingDir: string;
  /** Stores the file for the post, and removes it from the folder for incoming files. */
  store(file: StagedFile, post: NamingPost, kind: Kind): Promise<'stored' | 'banned' | 'deleted' | 'unnamed'>;
  /** Links the post to a stored file. Returns false if the post no longer names the file. */
  link(post: NamingPost, kind: Kind, sha256: Uint8Array): Promise<boolean>;
}

export interface MediaOptions {
  readonly dryRun: boolean;
  /** True to copy files even if a hard link is possible. */
  readonly copy: boolean;
  readonly watch: BoardWatch;
  /** The number of expected files; null if unknown. */
  readonly total: number | null;
}

export async function importMedia(
  target: MediaTarget,
  board: Pick<Board, 'id' | 'name'>,
  folder: string,
  options: MediaOptions,
): Promise<MediaReport> {
  const importer = new BoardMedia(target, board, options);
  await importer.takeFolder(folder, board.name);
  if (!options.dryRun && !options.watch.signal.aborted) await importer.linkRest();
  return importer.count.report(options.watch.signal.aborted);
}

class BoardMedia {
  readonly count: MediaCount;
  readonly #target: MediaTarget;
  readonly #boardId: number;
  readonly #options: MediaOptions;
  /** Times that name files whose SHA-256 is banned. Their thumbnails come later: image/ is read before thumb/. */
  readonly #bannedTimes = new Set<number>();
  #files = 0;

  constructor(target: MediaTarget, board: Pick<Board, 'id' | 'name'>, options: MediaOptions) {
    this.count = new MediaCount(board.name);
    this.#target = target;
    this.#boardId = board.id;
    this.#options = options;
  }

  get #isStopped(): boolean {
    return this.#options.watch.signal.aborted;
  }

  /** @param folder the folder of all boards */
  async takeFolder(folder: string, board: string): Promise<void> {
    const root = await realpath(folder);
    for await (const files of walkBoard(root, board, (name) => this.count.unreadable(name))) {
      for (let at = 0; at < files.length; at += PAGE) await this.#takePage(root, files.slice(at, at + PAGE));
      if (this.#isStopped) return;
    }
  }

  async #takePage(root: string, files: readonly FolderFile[]): Promise<void> {
    const times = files.flatMap(({ time }) => (time === null ? [] : [time]));
    const named = await postsByTime(this.#target.pool, this.#boardId, times);
    const waiting = files.values();
    const work = async (): Promise<void> => {
      for (const file of waiting) {
        await this.#options.watch.pace();
        if (this.#isStopped) return;
        await this.#take(root, file, (file.time === null ? undefined : named.get(file.time)) ?? []);
        this.#options.watch.progress(++this.#files, this.#options.total, 'files');
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async #take(root: string, file: FolderFile, named: readonly NamingPost[]): Promise<void> {
    const { kind, name } = file;
    this.count.found(kind);
    if (named.some(({ banned, time }) => banned || (time !== null && this.#bannedTimes.has(time))))
      return this.count.banned();
    if (named.some(({ deleted }) => deleted)) return this.count.deleted();
    if (named.length > 0 && named.every(({ stored }) => stored[kind] !== null)) return this.count.unchanged(kind);
    if (this.#options.dryRun) return;
    let staged: StagedFile;
    try {
      // A link may have replaced the file since.
      const path = await insideOf(root, file.path);
      if (path === null) return this.count.unreadable(name);
      staged = await stageFile(path, this.#target.incomingDir, this.#options.copy);
    } catch {
      return this.count.unreadable(name);
    }
    try {
      if (kind === 'file') await this.#keepFile(name, staged, named);
      else await this.#keepThumb(name, staged, named);
    } finally {
      await rm(staged.path, { force: true });
    }
  }

  async #keepFile(name: string, file: StagedFile, named: readonly NamingPost[]): Promise<void> {
    const sameHash = await postsByMd5(this.#target.pool, this.#boardId, file.md5);
    const byHash = sameHash.filter(({ size }) => size === null || size === file.size);
    if (sameHash.length > 0 && byHash.length === 0)
      return this.count.damaged(name, 'its size is not the one that the post states');
    if (byHash.some(({ banned }) => banned)) return this.count.banned();
    if (byHash.some(({ deleted }) => deleted)) return this.count.deleted();
    // A post without a hash is matched by the file name alone.
    const byName = named.filter(({ md5, size }) => md5 === null && (size === null || size === file.size));
    const posts = [...byHash, ...byName];
    if (posts.length > 0) return this.#store(file, posts, 'file');
    if (named.length > 0) this.count.damaged(name, 'its content is not that of the post that names it');
    else this.count.superfluous(name);
  }

  async #keepThumb(name: string, file: StagedFile, named: readonly NamingPost[]): Promise<void> {
    if (named.length === 0) return this.count.superfluous(name);
    if (file.size > THUMB_BYTES || !isDrawn(detectMediaType(file.head).type))
      return this.count.damaged(name, 'a thumbnail must be a picture of at most 1 MB');
    await this.#store(file, named, 'thumb');
  }

  async #store(file: StagedFile, posts: readonly NamingPost[], kind: Kind): Promise<void> {
    const visible = posts.filter(({ hidden }) => !hidden);
    const [first, ...rest] = visible.filter(({ stored }) => stored[kind] === null);
    if (visible.length === 0) return this.count.hidden();
    if (first === undefined) return this.count.unchanged(kind);
    const outcome = await this.#target.store(file, first, kind);
    if (outcome === 'banned') {
      if (kind === 'file') for (const { time } of posts) if (time !== null) this.#bannedTimes.add(time);
      return this.count.banned();
    }
    if (outcome === 'deleted') return this.count.deleted();
    if (outcome === 'stored') this.count.stored(kind, file.size);
    for (const post of rest) {
      if (this.#isStopped) return;
      if (outcome === 'stored' && (await this.#target.link(post, kind, file.sha256))) this.count.linked(kind);
    }
  }

  /** Links posts whose file arrived under another post's name or from another board. The remaining files are missing. */
  async linkRest(): Promise<void> {
    let last: NamingPost | null = null;
    do {
      const posts = await unfiledPosts(this.#target.pool, this.#boardId, last, PAGE);
      for (const post of posts) {
        await this.#options.watch.pace();
        if (this.#isStopped) return;
        await this.#linkKnown(post, 'thumb', post.known.thumb);
        if (post.stored.file !== null || post.banned || post.deleted) continue;
        if (!(await this.#linkKnown(post, 'file', post.known.file))) this.count.missing(post);
      }
      last = posts.length < PAGE ? null : (posts.at(-1) ?? null);
    } while (last !== null);
  }

  async #linkKnown(post: NamingPost, kind: Kind, sha256: Uint8Array | null): Promise<boolean> {
    if (sha256 === null || post.banned || post.deleted || !(await this.#target.link(post, kind, sha256))) return false;
    this.count.linked(kind);
    return true;
  }
}
