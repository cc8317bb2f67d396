/** The syntax of the regular expressions that people set: text → tree. Pure. */

/** What may be wrong with an expression. */
export type RegexpFault =
  | 'close-unopened'
  | 'group-unclosed'
  | 'group-kind'
  | 'group-deep'
  | 'repeats-nothing'
  | 'repeats-edge'
  | 'repeats-twice'
  | 'brace-unread'
  | 'count-wrong'
  | 'escape-unknown'
  | 'range-backwards'
  | 'ends-early'
  | 'too-long'
  | 'too-many-lines'
  | 'too-much';

/** Where it is wrong, in UTF-16 code units of the whole text. */
export interface RegexpSpan {
  readonly start: number;
  readonly end: number;
}

export class RegexpError extends Error {
  readonly fault: RegexpFault;
  readonly span: RegexpSpan;

  constructor(fault: RegexpFault, message: string, span: RegexpSpan) {
    super(message);
    this.fault = fault;
    this.span = span;
  }
}

const MAX_REPEAT = 100;
const MAX_DEPTH = 20;

export type CharTest = (char: string) => boolean;
export type Assertion = 'start' | 'end' | 'word' | 'not-word';

export type RegexpNode =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly nodes: readonly RegexpNode[] }
  | { readonly kind: 'choice'; readonly nodes: readonly RegexpNode[] }
  | { readonly kind: 'repeat'; readonly node: RegexpNode; readonly min: number; readonly max: number };

export const isWord: CharTest = (char) => /^\w$/.test(char);
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

/** @throws RegexpError that says what is wrong with the pattern. */
export function parseRegexp(source: string): RegexpNode {
  return new Parser(source).parse();
}

class Parser {
  readonly #chars: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#chars = Array.from(source);
  }

  parse(): RegexpNode {
    const node = this.#choice();
    if (this.#at < this.#chars.length) throw this.#error('close-unopened', 'a ) closes nothing', this.#at);
    return node;
  }

  #choice(): RegexpNode {
    const nodes = [this.#sequence()];
    while (this.#take('|')) nodes.push(this.#sequence());
    return nodes.length === 1 ? (nodes[0] as RegexpNode) : { kind: 'choice', nodes };
  }

  #sequence(): RegexpNode {
    const nodes: RegexpNode[] = [];
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek()) {
      nodes.push(this.#repeated(this.#atom()));
    }
    return { kind: 'sequence', nodes };
  }

  #repeated(node: RegexpNode): RegexpNode {
    const start = this.#at;
    const range = this.#range();
    if (range === null) return node;
    if (node.kind === 'assert') throw this.#error('repeats-edge', '^, $ and \\b cannot be repeated', start);
    // Lazy or not makes no difference to whether something matches.
    this.#take('?');
    if (this.#range() !== null) throw this.#error('repeats-twice', 'two repetitions follow one another', start);
    return { kind: 'repeat', node, ...range };
  }

  #range(): { readonly min: number; readonly max: number } | null {
    if (this.#take('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#take('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#take('?')) return { min: 0, max: 1 };
    if (this.#peek() !== '{') return null;
    const text = this.#chars.slice(this.#at).join('');
    const [whole, from, comma, to] = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(text) ?? [];
    if (whole === undefined || from === undefined) {
      throw this.#error('brace-unread', 'a { begins no repetition: write \\{', this.#at);
    }
    const start = this.#at;
    this.#at += whole.length;
    const min = Number(from);
    const max = to ? Number(to) : comma ? Number.POSITIVE_INFINITY : min;
    if (max < min || min > MAX_REPEAT || (Number.isFinite(max) && max > MAX_REPEAT)) {
      throw this.#error('count-wrong', `${whole} must count up, to ${MAX_REPEAT} at most`, start);
    }
    return { min, max };
  }

  #atom(): RegexpNode {
    const start = this.#at;
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
        throw this.#error('repeats-nothing', `${char} repeats nothing: write \\${char}`, start);
      case '\\':
        return this.#escape();
      default:
        return { kind: 'char', test: sameChar(char) };
    }
  }

  #group(): RegexpNode {
    const start = this.#at - 1;
    if (++this.#depth > MAX_DEPTH) {
      throw this.#error('group-deep', `more than ${MAX_DEPTH} brackets stand in one another`, start);
    }
    if (this.#take('?') && !this.#take(':')) throw this.#error('group-kind', 'of (? only (?: is understood', start);
    const node = this.#choice();
    if (!this.#take(')')) throw this.#error('group-unclosed', 'a ( is not closed', start, start + 1);
    this.#depth--;
    return node;
  }

  #escape(): RegexpNode {
    const char = this.#next();
    if (char === 'b') return { kind: 'assert', assertion: 'word' };
    if (char === 'B') return { kind: 'assert', assertion: 'not-word' };
    return { kind: 'char', test: CLASSES[char] ?? sameChar(this.#escaped(char)) };
  }

  #escaped(char: string): string {
    const control = CONTROLS[char];
    if (control === undefined && /[A-Za-z0-9]/.test(char)) {
      throw this.#error('escape-unknown', `\\${char} is not understood`, this.#at - 2);
    }
    return control ?? char;
  }

  #class(): CharTest {
    const isNegated = this.#take('^');
    const tests: CharTest[] = [];
    while (!this.#take(']')) {
      const start = this.#at;
      const first = this.#classPart();
      if (typeof first === 'function') tests.push(first);
      else if (this.#peek() === '-' && this.#chars[this.#at + 1] !== ']') {
        this.#at++;
        const last = this.#classPart();
        if (typeof last === 'function' || last < first) {
          throw this.#error('range-backwards', 'a range in [ ] must count up', start);
        }
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
    if (char === undefined) throw this.#error('ends-early', 'it ends too soon', this.#chars.length - 1);
    return char;
  }

  /** `from` and `to` count characters; to where it was read, unless it says otherwise. */
  #error(fault: RegexpFault, message: string, from: number, to = Math.min(this.#at, this.#chars.length)): RegexpError {
    const unitsTo = (at: number) => this.#chars.slice(0, Math.max(0, at)).join('').length;
    return new RegexpError(fault, message, { start: unitsTo(from), end: unitsTo(Math.max(to, from + 1)) });
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
