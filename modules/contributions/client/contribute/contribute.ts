/** Describes files and delivers the dumps, several at the same time. Finished files are noted, so that another run resumes there. */
import type { Dump } from '../../format/dump.ts';
import { AppError, toError } from '../../../../platform/errors.ts';
import type { Describer } from '../describe/describer.ts';
import type { DoneFiles } from './done-files.ts';
import type { FoundFile } from './find-files.ts';

export interface ContributeOptions {
  readonly describer: Describer;
  /**
   * Delivers one dump and returns the outcome.
   * @throws DumpRefusedError if this dump is refused; any other error ends the contribution.
   */
  readonly deliver: (dump: Dump, file: FoundFile) => Promise<string>;
  readonly done: DoneFiles;
  /** True if each dump offers the file. */
  readonly offered: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly files: number;
  readonly bytes: number;
}

export interface FileProblem {
  readonly path: Buffer;
  readonly problem: string;
}

export interface ContributeReport {
  /** Number of files by the outcome of their dumps. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Files that an earlier run finished. */
  readonly skipped: number;
  readonly failed: readonly FileProblem[];
  /** Files whose dumps are incomplete, such as images that cannot be decoded. */
  readonly incomplete: readonly FileProblem[];
  /** True if the signal stopped the run before all files were done. */
  readonly isAborted: boolean;
}

/** The archive refuses this dump, and may accept others. */
export class DumpRefusedError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('dump_refused', message, { cause });
  }
}

/** Dumps that are being delivered while files are described. */
const UNDER_WAY = 6;

/** @throws Error of `deliver` if dumps cannot be delivered. Files that were finished before stay noted. */
export async function contribute(files: readonly FoundFile[], options: ContributeOptions): Promise<ContributeReport> {
  const { describer, signal, onProgress } = options;
  const report = { outcomes: new Map<string, number>(), skipped: 0, failed: [], incomplete: [] } as Counting;
  const progress = { files: 0, bytes: 0 };
  let [next, stopped] = [0, false];
  const worker = async (): Promise<void> => {
    for (let file = files[next++]; file !== undefined && !stopped; file = files[next++]) {
      if (signal?.aborted === true) return;
      try {
        await contributeFile(file, options, report);
      } catch (error) {
        stopped = true;
        throw error;
      }
      progress.files++;
      progress.bytes += file.size;
      onProgress?.(progress);
    }
  };
  const workers = Array.from({ length: describer.processes * 2 + UNDER_WAY }, worker);
  const ended = await Promise.allSettled(workers);
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return { ...report, isAborted: signal?.aborted === true && progress.files < files.length };
}

interface Counting {
  readonly outcomes: Map<string, number>;
  skipped: number;
  readonly failed: FileProblem[];
  readonly incomplete: FileProblem[];
}

async function contributeFile(file: FoundFile, options: ContributeOptions, report: Counting): Promise<void> {
  const { describer, deliver, done, offered } = options;
  if (done.has(file)) {
    report.skipped++;
    return;
  }
  const described = await describer.describe(file.path, file.size).catch((error: unknown) => toError(error));
  if (described instanceof Error) {
    report.failed.push({ path: file.path, problem: described.message });
    return;
  }
  const { dump, missing } = described;
  if (missing !== '') report.incomplete.push({ path: file.path, problem: missing });
  try {
    const outcome = await deliver({ ...dump, file: { ...dump.file, offered } }, file);
    report.outcomes.set(outcome, (report.outcomes.get(outcome) ?? 0) + 1);
  } catch (error) {
    if (!(error instanceof DumpRefusedError)) throw error;
    report.failed.push({ path: file.path, problem: error.message });
    return;
  }
  await done.add(file);
}
