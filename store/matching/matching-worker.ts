/** Matches texts in a worker thread, one request after the other. */
import { parentPort } from 'node:worker_threads';
import { linearRegexp, MAX_STORED_INSTRUCTIONS, RegexpError } from '../../mappings/linear-regexp.ts';
import { PostFilters, type PostFilter } from '../../mappings/post-filter.ts';
import type { Answers, CheckedFilter, Question, Questions, Reply, Topic, UncheckedFilter } from './messages.ts';

const NO_TEXT = {
  subject: '',
  comment: '',
  name: '',
  tripcode: '',
  email: '',
  mediaName: '',
  mediaHash: null,
  opener: false,
  isDeleted: false,
} as const;

/** Compiled filters by their definition: most requests use the same filters as the previous one. */
const compiled = new Map<string, PostFilters>();
const MAX_COMPILED = 50;

parentPort?.on('message', (question: Question) => {
  let reply: Reply;
  try {
    reply = { answer: answerTo(question) };
  } catch (error) {
    reply = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(reply, []);
});

function answerTo({ topic, given }: Question): Answers[Topic] {
  switch (topic) {
    case 'judge':
      return judge(given);
    case 'match':
      return linearRegexp(given.source, MAX_STORED_INSTRUCTIONS).test(given.text);
    case 'check':
      return given.filters.map(check);
  }
}

function judge({ filters: given, posts, budgetMs }: Questions['judge']): Answers['judge'] {
  const filters = compiledOf(given);
  const end = performance.now() + budgetMs;
  const verdicts: Answers['judge'][number][] = [];
  for (const post of posts) {
    verdicts.push(filters.judge({ ...post, mediaHash: null }));
    if (performance.now() >= end) break;
  }
  return verdicts;
}

/** Leaves out filters that cannot be used: `check` returns the reason. */
function compiledOf(given: readonly PostFilter[]): PostFilters {
  const key = JSON.stringify(given);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const filters = new PostFilters(given.filter((filter) => check(filter).problem === null));
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(key, filters);
  return filters;
}

function check(filter: UncheckedFilter): CheckedFilter {
  const fine = { problem: null, isCostly: false, matchesNothing: false, instructions: 0 };
  try {
    const instructions = filter.kind === 'regexp' ? linearRegexp(filter.pattern).instructions : 0;
    return { ...fine, matchesNothing: new PostFilters([filter]).judge(NO_TEXT) !== null, instructions };
  } catch (error) {
    if (!(error instanceof RegexpError)) throw error;
    return { ...fine, problem: `at ${error.span.start + 1}: ${error.message}`, isCostly: error.fault === 'too-much' };
  }
}
