/**
 * A worker thread that matches admins' patterns against posted texts. A costly pattern delays only callers that need a verdict, not
 * other requests of the process. A request that takes too long ends the thread; the next request starts a new one.
 */
import { Worker } from 'node:worker_threads';
import { MAX_TEXT, type LinearRegexp } from '../../mappings/linear-regexp.ts';
import { MAX_HTML, type PostFilter, type Verdict } from '../../mappings/post-filter.ts';
import { UnavailableError } from '../../platform/errors.ts';
import type {
  Answers,
  CheckedFilter,
  JudgedTexts,
  Question,
  Questions,
  Reply,
  Topic,
  UncheckedFilter,
} from './messages.ts';

/**
 * The most posts in one request, and the milliseconds after which the thread returns the verdicts it has, so that the next request gets
 * its turn.
 */
const MAX_POSTS = 100;
const TURN_MS = 100;
/** Only one post with the costliest filters of a board comes near it. */
const LIMIT_MS = 60_000;
const MAX_HEAP_MB = 512;
/** The most cost, in instructions times characters, of a match on the event loop: below a millisecond, including compilation. */
const MAX_COST_HERE = 20_000;
const MIN_CHARACTERS = 100;

interface Job {
  readonly question: Question;
  readonly resolve: (answer: Answers[Topic]) => void;
  readonly reject: (error: UnavailableError) => void;
}

class MatchingThread {
  readonly #waiting: Job[] = [];
  #worker: Worker | null = null;
  #job: Job | null = null;
  #timer: NodeJS.Timeout | undefined;

  async ask<T extends Topic>(topic: T, given: Questions[T]): Promise<Answers[T]> {
    return new Promise((resolve, reject) => {
      const question = { topic, given } as Question;
      this.#waiting.push({ question, resolve: resolve as (answer: Answers[Topic]) => void, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#job !== null) return;
    const job = this.#waiting.shift();
    if (job === undefined) {
      // An idle thread does not keep the process alive.
      this.#worker?.unref();
      return;
    }
    this.#job = job;
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    this.#timer = setTimeout(() => this.#end(worker, 'it took too long'), LIMIT_MS);
    worker.postMessage(job.question, []);
  }

  #start(): Worker {
    const worker = new Worker(new URL('matching-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    worker.on('message', (reply: Reply) => {
      const job = this.#job;
      if (worker !== this.#worker || job === null) return;
      this.#job = null;
      clearTimeout(this.#timer);
      if ('answer' in reply) job.resolve(reply.answer);
      else job.reject(failed(reply.error));
      this.#next();
    });
    worker.on('error', (error) => this.#end(worker, String(error)));
    worker.on('exit', () => this.#end(worker, 'its thread ended'));
    return worker;
  }

  #end(worker: Worker, reason: string): void {
    if (worker !== this.#worker) return;
    this.#worker = null;
    const job = this.#job;
    this.#job = null;
    clearTimeout(this.#timer);
    job?.reject(failed(reason));
    void worker.terminate();
    this.#next();
  }
}

function failed(reason: string): UnavailableError {
  return new UnavailableError('filters', `The filters could not judge a post: ${reason}. Try again in a moment.`);
}

const thread = new MatchingThread();

/** One verdict for each post. `until`: on the event loop's clock; later posts get no verdict, except the first. */
export async function judgeInThread(
  filters: readonly PostFilter[],
  posts: readonly JudgedTexts[],
  until = Number.POSITIVE_INFINITY,
): Promise<readonly (Verdict | null)[]> {
  const verdicts: (Verdict | null)[] = [];
  while (verdicts.length < posts.length && (verdicts.length === 0 || performance.now() < until)) {
    const some = posts.slice(verdicts.length, verdicts.length + MAX_POSTS).map(textsOf);
    verdicts.push(...(await thread.ask('judge', { filters, posts: some, budgetMs: TURN_MS })));
  }
  return verdicts;
}

/** Only the fields that filters read are copied to the thread. */
function textsOf({ subject, comment, name, tripcode, email, mediaName, opener, isDeleted }: JudgedTexts): JudgedTexts {
  return {
    subject,
    comment: comment === null ? null : comment.slice(0, MAX_HTML),
    name,
    tripcode,
    email,
    mediaName,
    opener,
    isDeleted,
  };
}

/** Checks if the expression matches the text. */
export async function matchInThread(regexp: LinearRegexp, text: string): Promise<boolean> {
  const searched = text.slice(0, MAX_TEXT);
  if (regexp.instructions * Math.max(MIN_CHARACTERS, searched.length) <= MAX_COST_HERE) return regexp.test(searched);
  return thread.ask('match', { source: regexp.source, text: searched });
}

export async function checkInThread(filters: readonly UncheckedFilter[]): Promise<readonly CheckedFilter[]> {
  if (filters.length === 0) return [];
  const some = filters.map(({ id, kind, pattern, fields, action }) => ({ id, kind, pattern, fields, action }));
  return thread.ask('check', { filters: some });
}
