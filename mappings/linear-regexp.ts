/**
 * Regular expressions that people set, over text that strangers wrote. Matching takes time in proportion to the text,
 * whatever the expression: all ways through it are walked at once, and none is ever gone back on. So there are no
 * backreferences and nothing that looks ahead or behind. Case is left out of account.
 */

export class RegexpError extends Error {}

const MAX_PATTERN = 300;
/** Repetitions are written out: `(a{30}){30}` is 900 steps. */
const MAX_STEPS = 2_000;
const MAX_REPEAT = 100;
/** Characters of a text that are looked at. */
const MAX_TEXT = 20_000;

export interface LinearRegexp {
  readonly source: string;
  /** Whether it matches anywhere in the text. */
  test(text: string): boolean;
}

type CharTest = (char: string) => boolean;
type Assertion = 'start' | 'end' | 'word' | 'not-word';

type Node =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly nodes: readonly Node[] }
  | { readonly kind: 'choice'; readonly nodes: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number };

type Step =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'fork'; readonly to: number[] }
  | { readonly kind: 'match' };

/** @throws RegexpError that says what is wrong with the pattern. */
export function linearRegexp(source: string): LinearRegexp {
  if (source.length > MAX_PATTERN) throw new RegexpError(`it is longer than ${MAX_PATTERN} characters`);
  const steps: Step[] = [];
  compile(new Parser(source).parse(), steps);
  steps.push({ kind: 'match' });
  return { source, test: (text) => matches(steps, text.slice(0, MAX_TEXT)) };
}

const isWord: CharTest = (char) => /^\w$/.test(char);
const isDigit: CharTest = (char) => char >= '0' && char <= '9';
const isSpace: CharTest = (char) => /^\s$/.test(char);
const isNot =
  (test: CharTest): CharTest =>
  (char) =>
    !test(char);

const CLASSES: Readonly<Record<string, CharTest>> = {
  d: isDigit,
  D: isNot(isDigit),
  w: isWord,
  W: isNot(isWord),
  s: isSpace,
  S: isNot(isSpace),
};
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

class Parser {
  readonly #chars: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#chars = Array.from(source);
  }

  parse(): Node {
    const node = this.#choice();
    if (this.#at < this.#chars.length) throw new RegexpError('a ) closes nothing');
    return node;
  }

  #choice(): Node {
    const nodes = [this.#sequence()];
    while (this.#take('|')) nodes.push(this.#sequence());
    return nodes.length === 1 ? (nodes[0] as Node) : { kind: 'choice', nodes };
  }

  #sequence(): Node {
    const nodes: Node[] = [];
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek()) {
      nodes.push(this.#repeated(this.#atom()));
    }
    return { kind: 'sequence', nodes };
  }

  #repeated(node: Node): Node {
    const range = this.#range();
    if (range === null) return node;
    if (node.kind === 'assert') throw new RegexpError('^, $ and \\b cannot be repeated');
    // Lazy or not makes no difference to whether something matches.
    this.#take('?');
    if (this.#range() !== null) throw new RegexpError('two repetitions follow one another');
    return { kind: 'repeat', node, ...range };
  }

  #range(): { readonly min: number; readonly max: number } | null {
    if (this.#take('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#take('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#take('?')) return { min: 0, max: 1 };
    if (this.#peek() !== '{') return null;
    const text = this.#chars.slice(this.#at).join('');
    const [whole, from, comma, to] = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(text) ?? [];
    if (whole === undefined || from === undefined) throw new RegexpError('a { begins no repetition: write \\{');
    this.#at += whole.length;
    const min = Number(from);
    const max = to ? Number(to) : comma ? Number.POSITIVE_INFINITY : min;
    if (max < min || min > MAX_REPEAT || (Number.isFinite(max) && max > MAX_REPEAT)) {
      throw new RegexpError(`${whole} must count up, to ${MAX_REPEAT} at most`);
    }
    return { min, max };
  }

  #atom(): Node {
    const char = this.#next();
    switch (char) {
      case '(':
        return this.#group();
      case '[':
        return { kind: 'char', test: this.#class() };
      case '.':
        return { kind: 'char', test: (other) => other !== '\n' };
      case '^':
        return { kind: 'assert', assertion: 'start' };
      case '$':
        return { kind: 'assert', assertion: 'end' };
      case '*':
      case '+':
      case '?':
      case '{':
        throw new RegexpError(`${char} repeats nothing: write \\${char}`);
      case '\\':
        return this.#escape();
      default:
        return { kind: 'char', test: sameChar(char) };
    }
  }

  #group(): Node {
    if (++this.#depth > 20) throw new RegexpError('more than 20 brackets stand in one another');
    if (this.#take('?') && !this.#take(':')) throw new RegexpError('of (? only (?: is understood');
    const node = this.#choice();
    if (!this.#take(')')) throw new RegexpError('a ( is not closed');
    this.#depth--;
    return node;
  }

  #escape(): Node {
    const char = this.#next();
    if (char === 'b') return { kind: 'assert', assertion: 'word' };
    if (char === 'B') return { kind: 'assert', assertion: 'not-word' };
    return { kind: 'char', test: CLASSES[char] ?? sameChar(this.#escaped(char)) };
  }

  #escaped(char: string): string {
    const control = CONTROLS[char];
    if (control === undefined && /[A-Za-z0-9]/.test(char)) throw new RegexpError(`\\${char} is not understood`);
    return control ?? char;
  }

  #class(): CharTest {
    const isNegated = this.#take('^');
    const tests: CharTest[] = [];
    while (!this.#take(']')) {
      const first = this.#classPart();
      if (typeof first === 'function') tests.push(first);
      else if (this.#peek() === '-' && this.#chars[this.#at + 1] !== ']') {
        this.#at++;
        const last = this.#classPart();
        if (typeof last === 'function' || last < first) throw new RegexpError('a range in [ ] must count up');
        tests.push(eitherCase((char) => char >= first && char <= last));
      } else tests.push(sameChar(first));
    }
    const test: CharTest = (char) => tests.some((one) => one(char));
    return isNegated ? isNot(test) : test;
  }

  #classPart(): string | CharTest {
    const char = this.#next();
    if (char !== '\\') return char;
    const escaped = this.#next();
    return CLASSES[escaped] ?? this.#escaped(escaped);
  }

  #peek(): string | undefined {
    return this.#chars[this.#at];
  }

  #next(): string {
    const char = this.#chars[this.#at++];
    if (char === undefined) throw new RegexpError('it ends too soon');
    return char;
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at++;
    return true;
  }
}

function eitherCase(test: CharTest): CharTest {
  return (char) => test(char) || test(char.toLowerCase()) || test(char.toUpperCase());
}

function sameChar(char: string): CharTest {
  const lower = char.toLowerCase();
  return (other) => other === char || other.toLowerCase() === lower;
}

function compile(node: Node, steps: Step[]): void {
  if (steps.length > MAX_STEPS) throw new RegexpError('it repeats too much');
  switch (node.kind) {
    case 'char':
    case 'assert':
      steps.push(node);
      return;
    case 'sequence':
      for (const inner of node.nodes) compile(inner, steps);
      return;
    case 'choice': {
      const ends: number[][] = [];
      const fork: number[] = [];
      steps.push({ kind: 'fork', to: fork });
      for (const inner of node.nodes) {
        fork.push(steps.length);
        compile(inner, steps);
        const end: number[] = [];
        ends.push(end);
        steps.push({ kind: 'fork', to: end });
      }
      for (const end of ends) end.push(steps.length);
      return;
    }
    case 'repeat': {
      for (let time = 0; time < node.min; time++) compile(node.node, steps);
      if (Number.isFinite(node.max)) {
        const skips: number[][] = [];
        for (let time = node.min; time < node.max; time++) {
          const skip = [steps.length + 1];
          skips.push(skip);
          steps.push({ kind: 'fork', to: skip });
          compile(node.node, steps);
        }
        for (const skip of skips) skip.push(steps.length);
        return;
      }
      const again = [steps.length + 1];
      const start = steps.length;
      steps.push({ kind: 'fork', to: again });
      compile(node.node, steps);
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
