/** Links or copies another archive's file into a folder of this one and hashes it. The original does not change. */
import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HEAD_BYTES } from '../../mappings/media.ts';

export interface StagedFile {
  readonly path: string;
  readonly size: number;
  readonly md5: Buffer;
  readonly sha256: Buffer;
  /** The first bytes. */
  readonly head: Buffer;
}

/** Error codes after which the file is copied instead: hard links are impossible there or not permitted. */
const NO_LINK = new Set(['EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** @throws errors of the disk */
export async function stageFile(source: string, incoming: string, isCopied: boolean): Promise<StagedFile> {
  await mkdir(incoming, { recursive: true });
  const path = join(incoming, `${randomUUID()}.part`);
  try {
    const from = await realpath(source);
    if (isCopied || !(await linked(from, path))) await copyFile(from, path, constants.COPYFILE_FICLONE);
    return { path, ...(await hashesOf(path)) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function linked(from: string, path: string): Promise<boolean> {
  try {
    await link(from, path);
    return true;
  } catch (error) {
    if (NO_LINK.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function hashesOf(path: string): Promise<Omit<StagedFile, 'path'>> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  let head = Buffer.alloc(0);
  let size = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
    md5.update(piece);
    sha256.update(piece);
    size += piece.length;
  }
  return { size, md5: md5.digest(), sha256: sha256.digest(), head };
}
