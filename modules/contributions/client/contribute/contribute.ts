/** Describes files and hands over the dumps, several side by side. Files that are done are noted, so another run goes on from there. */
import type { Dump } from '../../format/dump.ts';
import { AppError, toError } from '../../../../platform/errors.ts';
import type { Describer } from '../describe/describer.ts';
import type { DoneFiles } from './done-files.ts';
import type { FoundFile } from './find-files.ts';

export interface ContributeOptions {
  readonly describer: Describer;
  /**
   * Hands over one dump; returns what became of it.
   * @throws DumpRefusedError if this dump is refused; any other error ends the contribution.
   */
  readonly deliver: (dump: Dump, file: FoundFile) => Promise<string>;
  readonly done: DoneFiles;
  /** Says in each dump that the contributor would hand over the file. */
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
  /** Files by what became of their dumps. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Files that were done before. */
  readonly skipped: number;
  readonly failed: readonly FileProblem[];
  /** Files that were described without all that could be said of them. */
  readonly incomplete: readonly FileProblem[];
  /** The signal ended it before all files were done. */
  readonly isAborted: boolean;
}

/** The archive refuses this dump, and may take others. */
export class DumpRefusedError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('dump_refused', message, { cause });
  }
}

/** Dumps on their way while files are described. */
const UNDER_WAY = 6;

/** @throws Error of `deliver`, if dumps cannot be handed over: what is done until then stays noted. */
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
