/**
 * Regular expressions that people set, over text that strangers wrote. Matching takes time in proportion to the text,
 * whatever the expression: all ways through it are walked at once, and none is ever gone back on. So there are no
 * backreferences and nothing that looks ahead or behind. Case is left out of account. Each line is an expression, and one
 * that matches is enough.
 */

import {
  RegexpError,
  isWord,
  parseRegexp,
  type Assertion,
  type CharTest,
  type RegexpFault,
  type RegexpNode,
} from './regexp-syntax.ts';

/** Of one line. */
const MAX_PATTERN = 300;
const MAX_LINES = 100;
/** Repetitions are written out: `(a{30}){30}` is 900 steps. */
const MAX_STEPS = 2_000;
/** Characters of a text that are looked at. */
const MAX_TEXT = 20_000;

export interface LinearRegexp {
  readonly source: string;
  /** Whether it matches anywhere in the text. */
  test(text: string): boolean;
}

type Step =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'fork'; readonly to: number[] }
  | { readonly kind: 'match' };

/** Lines of nothing but blanks do not count, unless there are no others. @throws RegexpError that says what is wrong, and where. */
export function linearRegexp(source: string): LinearRegexp {
  const steps: Step[] = [];
  const starts: number[] = [];
  steps.push({ kind: 'fork', to: starts });
  for (const [index, line] of linesOf(source).entries()) {
    if (index === MAX_LINES) throw errorIn(line, 'too-many-lines', `there are more than ${MAX_LINES} lines`);
    if (line.text.length > MAX_PATTERN) {
      throw errorIn(line, 'too-long', `it is longer than ${MAX_PATTERN} characters`);
    }
    starts.push(steps.length);
    compile(parsed(line), steps, line);
    steps.push({ kind: 'match' });
  }
  return { source, test: (text) => matches(steps, text.slice(0, MAX_TEXT)) };
}

interface Line {
  readonly text: string;
  /** Of it in the whole. */
  readonly start: number;
}

function linesOf(source: string): readonly Line[] {
  let start = 0;
  const lines = source.split('\n').map((text): Line => {
    const line = { text: text.replace(/\r$/, ''), start };
    start += text.length + 1;
    return line;
  });
  const written = lines.filter(({ text }) => text.trim() !== '');
  return written.length === 0 ? lines.slice(0, 1) : written;
}

function parsed({ text, start }: Line): RegexpNode {
  try {
    return parseRegexp(text);
  } catch (error) {
    if (!(error instanceof RegexpError)) throw error;
    const { fault, message, span } = error;
    throw new RegexpError(fault, message, { start: start + span.start, end: start + span.end });
  }
}

function errorIn({ text, start }: Line, fault: RegexpFault, message: string): RegexpError {
  return new RegexpError(fault, message, { start, end: start + text.length });
}

function compile(node: RegexpNode, steps: Step[], line: Line): void {
  if (steps.length > MAX_STEPS) throw errorIn(line, 'too-much', 'it repeats too much');
  switch (node.kind) {
    case 'char':
    case 'assert':
      steps.push(node);
      return;
    case 'sequence':
      for (const inner of node.nodes) compile(inner, steps, line);
      return;
    case 'choice': {
      const ends: number[][] = [];
      const fork: number[] = [];
      steps.push({ kind: 'fork', to: fork });
      for (const inner of node.nodes) {
        fork.push(steps.length);
        compile(inner, steps, line);
        const end: number[] = [];
        ends.push(end);
        steps.push({ kind: 'fork', to: end });
      }
      for (const end of ends) end.push(steps.length);
      return;
    }
    case 'repeat': {
      for (let time = 0; time < node.min; time++) compile(node.node, steps, line);
      if (Number.isFinite(node.max)) {
        const skips: number[][] = [];
        for (let time = node.min; time < node.max; time++) {
          const skip = [steps.length + 1];
          skips.push(skip);
          steps.push({ kind: 'fork', to: skip });
          compile(node.node, steps, line);
        }
        for (const skip of skips) skip.push(steps.length);
        return;
      }
      const again = [steps.length + 1];
      const start = steps.length;
      steps.push({ kind: 'fork', to: again });
      compile(node.node, steps, line);
      steps.push({ kind: 'fork', to: [start] });
      again.push(steps.length);
    }
  }
}

function matches(steps: readonly Step[], text: string): boolean {
  const chars = Array.from(text);
  // When each step was last entered: a step is walked once a character.
  const entered = new Int32Array(steps.length).fill(-1);
  let waiting: number[] = [];
  for (let at = 0; at <= chars.length; at++) {
    const todo = waiting;
    waiting = [];
    // A match may begin anywhere.
    todo.push(0);
    for (let index = todo.pop(); index !== undefined; index = todo.pop()) {
      if (entered[index] === at) continue;
      entered[index] = at;
      const step = steps[index] as Step;
      if (step.kind === 'match') return true;
      if (step.kind === 'fork') todo.push(...step.to);
      else if (step.kind === 'assert') {
        if (holds(step.assertion, chars, at)) todo.push(index + 1);
      } else if (at < chars.length && step.test(chars[at] as string)) waiting.push(index + 1);
    }
  }
  return false;
}

function holds(assertion: Assertion, chars: readonly string[], at: number): boolean {
  if (assertion === 'start') return at === 0;
  if (assertion === 'end') return at === chars.length;
  const isEdge = isWord(chars[at - 1] ?? ' ') !== isWord(chars[at] ?? ' ');
  return assertion === 'word' ? isEdge : !isEdge;
}
