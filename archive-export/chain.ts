/** The increments of an exported archive: reading and checking their manifests and parts. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { Value } from 'typebox/value';
import {
  ExportManifest,
  MANIFEST_NAME,
  incrementName,
  parseIncrementName,
  type ExportPart,
} from '../mappings/archive-export.ts';
import { toError } from '../platform/errors.ts';
import { ExportError } from './export-error.ts';

export interface Increment {
  readonly folder: string;
  readonly manifest: ExportManifest;
  /** SHA-256 of the manifest. */
  readonly sha256: string;
}

/** Prefix of the folder name of an incomplete increment. */
const DRAFT = '.draft-';

/** Reads all increments in order. @throws ExportError if one is missing, changed or unreadable */
export async function readChain(folder: string): Promise<readonly Increment[]> {
  const found = (await namesIn(folder)).flatMap((name) => parseIncrementName(name) ?? []).sort((a, b) => a - b);
  const chain: Increment[] = [];
  for (const [place, increment] of found.entries()) {
    if (increment !== place + 1) {
      throw new ExportError(
        'chain_broken',
        `${folder} has no increment ${incrementName(place + 1)}: copy it there, or begin again in an empty folder`,
      );
    }
    const read = await readIncrement(join(folder, incrementName(increment)), increment);
    const previous = chain.at(-1)?.sha256 ?? null;
    if (read.manifest.previous !== previous) {
      throw new ExportError(
        'chain_broken',
        `${read.folder} does not follow the increment before it: one of their manifests was changed or belongs to another export`,
      );
    }
    chain.push(read);
  }
  return chain;
}

async function readIncrement(folder: string, increment: number): Promise<Increment> {
  let text: Buffer;
  let manifest: unknown;
  try {
    text = await readFile(join(folder, MANIFEST_NAME));
    manifest = JSON.parse(text.toString('utf8'));
  } catch (thrown) {
    throw new ExportError(
      'manifest_invalid',
      `${join(folder, MANIFEST_NAME)} cannot be read: ${toError(thrown).message}`,
      { cause: thrown },
    );
  }
  if (!Value.Check(ExportManifest, manifest) || manifest.increment !== increment) {
    throw new ExportError(
      'manifest_invalid',
      `${join(folder, MANIFEST_NAME)} is no manifest that this version understands`,
    );
  }
  return { folder, manifest, sha256: createHash('sha256').update(text).digest('hex') };
}

/** Returns an empty list if the folder does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new ExportError('folder', `${folder} cannot be read: ${toError(thrown).message}`, { cause: thrown });
  }
}

/** Makes the folder of the next increment with a temporary name that readers ignore. Removes the remains of a killed export. */
export async function beginDraft(folder: string, increment: number): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const name of await namesIn(folder)) {
    if (name.startsWith(DRAFT)) await rm(join(folder, name), { recursive: true });
  }
  const draft = join(folder, `${DRAFT}${incrementName(increment)}`);
  await mkdir(draft);
  return draft;
}

/** Compares every part of an increment with its checksum. @throws ExportError `sum_wrong` */
export async function checkSums({ folder, manifest }: Increment, signal: AbortSignal): Promise<void> {
  for (const { name, sha256 } of manifest.parts) {
    const hash = createHash('sha256');
    try {
      await pipeline(createReadStream(join(folder, name)), hash, { signal });
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      throw new ExportError('sum_wrong', `${join(folder, name)} cannot be read: ${toError(thrown).message}`, {
        cause: thrown,
      });
    }
    if (hash.digest('hex') !== sha256) {
      throw new ExportError(
        'sum_wrong',
        `${join(folder, name)} is not what its manifest says: it was changed, or copied incompletely. Nothing was imported.`,
      );
    }
  }
}

/** Limit of a line. No post is longer. */
const MAX_LINE = 64 * 1024 * 1024;
/** Limit for the lines that are in memory at the same time, in bytes. */
const MAX_LINES_BYTES = 64 * 1024 * 1024;

/** Yields the lines of a part in batches of at most `size`. @throws ExportError `line_invalid` */
export async function* readLines(folder: string, { name }: ExportPart, size: number): AsyncGenerator<string[]> {
  const path = join(folder, name);
  let lines: string[] = [];
  let bytes = 0;
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of unpacked(path)) {
    let at = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, at)) {
      lines.push(textOf(path, [...rest, chunk.subarray(at, end)]));
      bytes += restBytes + end - at;
      [rest, restBytes, at] = [[], 0, end + 1];
      if (lines.length < size && bytes < MAX_LINES_BYTES) continue;
      yield lines;
      [lines, bytes] = [[], 0];
    }
    rest.push(chunk.subarray(at));
    restBytes += chunk.length - at;
    if (restBytes > MAX_LINE) throw new ExportError('line_invalid', `${path} has a line of more than 64 MiB`);
  }
  if (restBytes > 0) lines.push(textOf(path, rest));
  if (lines.length > 0) yield lines;
}

async function* unpacked(path: string): AsyncGenerator<Buffer> {
  const unzstd = createZstdDecompress();
  // The error of either stream ends the loop below.
  const ended = pipeline(createReadStream(path), unzstd).catch(() => undefined);
  try {
    for await (const chunk of unzstd as AsyncIterable<Buffer>) yield chunk;
  } catch (thrown) {
    throw new ExportError('line_invalid', `${path} cannot be decompressed: ${toError(thrown).message}`, {
      cause: thrown,
    });
  } finally {
    unzstd.destroy();
    await ended;
  }
}

function textOf(path: string, parts: readonly Buffer[]): string {
  const bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  if (!isUtf8(bytes)) throw new ExportError('line_invalid', `${path} has a line that is not UTF-8`);
  return bytes.toString('utf8');
}
