/** `sagasu dump`: describes files and contributes the dumps to an archive. Needs no store and no settings. */
import { createHash, randomUUID } from 'node:crypto';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { createTrackAnalyser } from '../dumps/analyse-tracks.ts';
import { contribute, keepDump, sendKept, type ContributeReport } from '../dumps/contribute.ts';
import { readContributorKey } from '../dumps/contributor-key.ts';
import type { DecodedImage } from '../dumps/make-dump.ts';
import { fetchArchiveKey, sendPackage } from '../dumps/send-package.ts';
import { sealPackage } from '../mappings/dump/package.ts';
import { createImageWorker, ImageError, type ImageWorker } from '../scraper/media/image-worker/image-worker.ts';
import { UsageError } from './arguments.ts';
import { ProgressLine } from './progress-line.ts';

interface DumpOptions {
  readonly to?: URL;
  readonly key: string;
  readonly offline?: string;
  readonly sendFrom?: string;
  readonly offer: boolean;
  readonly cache: string;
}

/** Of what a dump says of a file: raised when the same file gets another dump. */
const VERSION = '0.1.0';
const CONFIG = join(homedir(), '.config', 'sagasu');
const CACHE = join(homedir(), '.cache', 'sagasu', 'dumps');

export function dumpCommand(): Command {
  return new Command('dump')
    .description('Tell an archive what your own copies of files are: hashes, dimensions, tracks; never the files')
    .argument('[paths...]', 'files and folders')
    .option('--to <url>', 'address of the archive', parseUrl)
    .option('--key <file>', 'your key, which signs the dumps; made if there is none', join(CONFIG, 'contributor.key'))
    .option('--offline <folder>', 'write the dumps to a folder instead of sending them')
    .option('--send-from <folder>', 'send the dumps that --offline wrote, and remove them')
    .option('--offer', 'say that you would hand over the files', false)
    .option('--cache <folder>', 'notes which files are done', CACHE)
    .addHelpText(
      'after',
      `
Examples:
  $ sagasu dump ~/Pictures --to https://archive.example.org
  $ sagasu dump ~/Pictures --offline dumps
  $ sagasu dump --send-from dumps --to https://archive.example.org`,
    )
    .action(dump);
}

async function dump(paths: readonly string[], options: DumpOptions): Promise<void> {
  const { to, offline, sendFrom } = options;
  if ((paths.length === 0) === (sendFrom === undefined)) throw new UsageError('give either files or --send-from');
  if ((to === undefined) === (offline === undefined)) throw new UsageError('give either --to or --offline');
  const deliver =
    to === undefined ? async (xml: string) => keepDump(offline ?? '', xml) : await senderTo(to, options.key);
  if (sendFrom !== undefined) {
    console.log(`${await sendKept(sendFrom, deliver)} dumps sent.`);
    return;
  }
  printReport(await describe(paths, options, deliver));
}

async function senderTo(archive: URL, keyFile: string): Promise<(xml: string) => Promise<string>> {
  const contributor = await readContributorKey(keyFile);
  const archiveKey = await fetchArchiveKey(archive);
  return async (xml) => sendPackage(archive, await sealPackage(xml, archiveKey, contributor));
}

async function describe(
  paths: readonly string[],
  { to, offline, offer, cache }: DumpOptions,
  deliver: (xml: string) => Promise<string>,
): Promise<ContributeReport> {
  const images = createImageWorker();
  const tracks = await createTrackAnalyser();
  const progress = new ProgressLine(process.stderr);
  const target = to?.origin ?? resolve(offline ?? '');
  try {
    return await contribute(paths, {
      maker: { client: { name: 'sagasu', version: VERSION }, tracks, decode: async (path) => decode(images, path) },
      deliver,
      cache: join(cache, createHash('sha256').update(target).digest('hex').slice(0, 16)),
      offered: offer,
      onFile: (done, total) => progress.show('Files', done, done / total, 'files'),
    });
  } finally {
    progress.end();
    images.close();
    tracks.close();
  }
}

/** In the process that the scraper decodes foreign images in, so the hashes are those of the archive. */
async function decode(images: ImageWorker, path: string): Promise<DecodedImage | null> {
  try {
    const scratch = join(tmpdir(), `sagasu-dump-${randomUUID()}.v`);
    return await images.run({ kind: 'fingerprint', path: resolve(path), scratch });
  } catch (error) {
    if (error instanceof ImageError) return null;
    throw error;
  }
}

function printReport({ outcomes, skipped, failed }: ContributeReport): void {
  for (const { path, problem } of failed) console.error(`${path}: ${problem}`);
  const counts = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`);
  console.log([...counts, `${skipped} done before`, `${failed.length} failed`].join(', '));
  if (failed.length > 0) process.exitCode = 1;
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('It must be an http or https address.');
  return url;
}
