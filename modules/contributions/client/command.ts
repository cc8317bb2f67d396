/** The command `sagasu-dump` of the package, which is also `sagasu dump`. It does not need stores or settings. */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { writeDump } from '../format/write-dump.ts';
import { ProgressLine } from '../../../platform/progress-line.ts';
import { openArchive, type Archive } from './archive/archive.ts';
import { readOwnRelease } from './archive/own-release.ts';
import { readContributorKey } from './archive/contributor-key.ts';
import { CLIENT } from './client.ts';
import { contribute, type FileProblem } from './contribute/contribute.ts';
import { DoneFiles } from './contribute/done-files.ts';
import { findFiles, printPath, type FoundFiles } from './contribute/find-files.ts';
import { keepDump, sendKept } from './contribute/kept-dumps.ts';
import { handOverWanted, noteOffered } from './contribute/offered-files.ts';
import { createDescriber } from './describe/describer.ts';

interface DumpOptions {
  readonly to?: URL;
  readonly key: string;
  readonly offline?: string;
  readonly sendFrom?: string;
  readonly offer: boolean;
  readonly cache: string;
  readonly jobs?: number;
}

const CONFIG = join(homedir(), '.config', 'sagasu');
const CACHE = join(homedir(), '.cache', 'sagasu', 'dumps');
const MAX_JOBS = 256;
/** The conventional exit code after Ctrl-C. */
const INTERRUPTED = 130;

export function dumpCommand(name = 'dump'): Command {
  return new Command(name)
    .description('Tell an archive what your own copies of files are: hashes, dimensions, tracks; never the files')
    .argument('[paths...]', 'files and folders')
    .option('--to <url>', 'address of the archive', parseUrl)
    .option('--key <file>', 'your key, which signs the dumps; made if there is none', join(CONFIG, 'contributor.key'))
    .option('--offline <folder>', 'write the dumps to a folder instead of sending them')
    .option('--send-from <folder>', 'send the dumps that --offline wrote, and remove them')
    .option('--offer', 'say that you would hand over the files, and hand over those that the archive asks for', false)
    .option('--cache <folder>', 'notes which files are done', CACHE)
    .option('--jobs <number>', 'files that are read side by side; one for each core if omitted', parseJobs)
    .addHelpText(
      'after',
      `
Examples:
  $ sagasu ${name} ~/Pictures --to https://archive.example.org
  $ sagasu ${name} ~/Pictures --offline dumps
  $ sagasu ${name} --send-from dumps --to https://archive.example.org`.replaceAll('sagasu sagasu-dump', 'sagasu-dump'),
    )
    .action(dump);
}

async function dump(paths: readonly string[], options: DumpOptions, command: Command): Promise<void> {
  const { to, offline, sendFrom } = options;
  const misuse = (problem: string): never => command.error(`error: ${problem}`, { exitCode: 2 });
  if ((paths.length === 0) === (sendFrom === undefined)) misuse('give either files or --send-from');
  if ((to === undefined) === (offline === undefined)) misuse('give either --to or --offline');
  const interrupt = new AbortController();
  const stop = (): void => {
    // A second Ctrl-C ends the process at once.
    process.off('SIGINT', stop);
    interrupt.abort();
  };
  process.on('SIGINT', stop);
  const progress = new ProgressLine(process.stderr);
  const run: Run = { options, progress, signal: interrupt.signal };
  try {
    if (to === undefined) await describeFiles(paths, run, await keeper(offline ?? ''));
    else if (sendFrom === undefined) await describeFiles(paths, run, await sender(to, run));
    else await sendFolder(sendFrom, run, await sender(to, run));
  } finally {
    progress.end();
    process.off('SIGINT', stop);
  }
  if (!interrupt.signal.aborted) return;
  console.error('Stopped. The same command goes on from here.');
  process.exitCode = INTERRUPTED;
}

interface Run {
  readonly options: DumpOptions;
  readonly progress: ProgressLine;
  readonly signal: AbortSignal;
}

interface Target {
  /** The archive with the contributor's key, or the folder. Finished files are noted separately for each target. */
  readonly name: string;
  readonly deliver: (xml: string) => Promise<string>;
  /** null if the target is a folder. */
  readonly archive: Archive | null;
}

async function keeper(folder: string): Promise<Target> {
  return { name: resolve(folder), deliver: async (xml) => keepDump(folder, xml), archive: null };
}

async function sender(address: URL, { options, signal }: Run): Promise<Target> {
  const { pair, isNew } = await readContributorKey(options.key);
  const key = Buffer.from(pair.publicKey).toString('hex');
  if (isNew) console.error(`Your new key is in ${options.key}; keep a copy. Archives know you as ${key}.`);
  const archive = await openArchive({ address, contributor: pair, release: await readOwnRelease(CLIENT), signal });
  return { name: `${address.origin} ${key}`, deliver: async (xml) => archive.send(xml), archive };
}

async function describeFiles(paths: readonly string[], { options, progress, signal }: Run, to: Target): Promise<void> {
  const { offer, cache, jobs } = options;
  const found = await findFiles(paths);
  printProblems(found.leftOut.map(({ path, reason }) => ({ path, problem: `left out: ${reason}` })));
  const notes = join(cache, createHash('sha256').update(to.name).digest('hex').slice(0, 16));
  const done = await DoneFiles.open(notes, `${CLIENT.name} ${CLIENT.version}${offer ? ' offered' : ''}`);
  const total = weightOf(found);
  const describer = createDescriber({ client: CLIENT, ...(jobs !== undefined && { processes: jobs }) });
  try {
    const report = await contribute(found.files, {
      describer,
      deliver: async (described, { path }) => {
        if (offer && to.archive !== null) await noteOffered(`${notes}.offered`, described.file.sha256, path);
        return to.deliver(writeDump(described));
      },
      done,
      offered: offer,
      signal,
      onProgress: ({ files, bytes }) => progress.show('Files', files, (bytes + files * FILE_WEIGHT) / total, 'files'),
    });
    progress.end();
    printProblems(report.incomplete.map(({ path, problem }) => ({ path, problem: `without ${problem}` })));
    printProblems(report.failed);
    const given =
      offer && to.archive !== null && !signal.aborted ? await handOverWanted(to.archive, `${notes}.offered`) : null;
    if (given !== null) printProblems(given.failed);
    const others = [
      `${report.skipped} done before`,
      `${report.failed.length} failed`,
      ...(given !== null && given.count > 0 ? [`${given.count} handed over`] : []),
      ...(found.leftOut.length > 0 ? [`${found.leftOut.length} left out`] : []),
    ];
    console.log([...countsOf(report.outcomes), ...others].join(', '));
    const isNamedMissing = found.files.length === 0 && found.leftOut.length > 0;
    if (report.failed.length > 0 || (given?.failed.length ?? 0) > 0 || isNamedMissing) process.exitCode = 1;
  } finally {
    describer.close();
  }
}

/** The fixed weight of a file in the progress, besides its bytes. */
const FILE_WEIGHT = 100_000;

function weightOf({ files }: FoundFiles): number {
  return files.reduce((sum, { size }) => sum + size + FILE_WEIGHT, 1);
}

async function sendFolder(folder: string, { progress, signal }: Run, { deliver }: Target): Promise<void> {
  const onProgress = (done: number, total: number): void => progress.show('Dumps', done, done / total, 'dumps');
  const { outcomes, failed } = await sendKept(folder, deliver, onProgress, signal);
  progress.end();
  printProblems(failed);
  console.log([...countsOf(outcomes), `${failed.length} failed`].join(', '));
  if (failed.length > 0) process.exitCode = 1;
}

function countsOf(outcomes: ReadonlyMap<string, number>): readonly string[] {
  return [...outcomes].map(([outcome, count]) => `${count} ${outcome}`);
}

function printProblems(problems: readonly FileProblem[]): void {
  for (const { path, problem } of problems) console.error(`${printPath(path)}: ${problem}`);
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('It must be an http or https address.');
  }
  return url;
}

function parseJobs(text: string): number {
  const jobs = Number(text);
  if (!/^\d+$/.test(text) || jobs < 1 || jobs > MAX_JOBS) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_JOBS}.`);
  }
  return jobs;
}
