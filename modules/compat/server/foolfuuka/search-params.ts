/**
 * Converts the parameters of FoolFuuka's search, which old links and other programs use, to a query tree. Unknown parameters
 * are ignored, as in FoolFuuka; an invalid value is refused by name, where FoolFuuka guesses.
 */
import { MAX_QUERY_LENGTH } from '../../../../mappings/contract/search.ts';
import { readExact, type ExactName, type NumberName, type TextName } from '../../../../mappings/search/fields.ts';
import { ValueMistake } from '../../../../mappings/search/values/mistake.ts';
import { RefusedError } from '../../../../server/shared/errors.ts';
import { allOfNodes, boards, exact, has, is, not, number, time } from '../../../../server/search/language/build.ts';
import { mendMoment, parseMoment } from '../../../../server/search/language/moment.ts';
import { MAX_VALUES, MAX_PREFIXES } from '../../../../server/search/language/limits.ts';
import { sphinxQuery, sphinxWords } from './sphinx.ts';
import {
  isStarred,
  leavesOf,
  valueCountOf,
  type Leaf,
  type Node,
  type Query,
} from '../../../../server/search/language/tree.ts';

/** From a query string or a path; the last value of a repeated name wins. */
export type FoolFuukaParams = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface FoolFuukaSearch {
  /** Within the limits of the language, except that it may name any number of boards. */
  readonly query: Query;
  /** Starts at 1. */
  readonly page: number;
}

export class ParameterError extends RefusedError {
  readonly parameter: string;

  constructor(parameter: string, reason: string) {
    super(422, 'parameter_invalid', `The value for "${parameter}" is invalid. ${reason}`);
    this.parameter = parameter;
  }
}

const MAX_PAGE = 1_000_000;

/** @throws ParameterError */
export function readFoolFuukaParams(params: FoolFuukaParams): FoolFuukaSearch {
  const reader = new Reader(params);
  const nodes = [
    ...reader.boards(),
    ...reader.number('tnum', 'thread'),
    ...reader.text(),
    ...reader.words('subject', 'subject'),
    ...reader.words('username', 'name'),
    ...reader.exact('tripcode', 'trip'),
    ...reader.exact('email', 'email'),
    ...reader.exact('uid', 'id'),
    ...reader.countries(),
    ...reader.words('filename', 'file'),
    ...reader.exact('image', 'md5'),
    ...reader.number('width', 'width'),
    ...reader.number('height', 'height'),
    ...reader.number('since4pass', 'since4pass'),
    ...reader.chosen('capcode', CAPCODES),
    ...reader.chosen('filter', FILTERS),
    ...reader.chosen('deleted', DELETED),
    ...reader.chosen('ghost', GHOSTS),
    ...reader.chosen('type', TYPES),
    ...reader.moment('start', 'after'),
    ...reader.moment('end', 'before'),
  ];
  const root = allOfNodes(nodes);
  refuseTooMuch(root);
  return {
    query: {
      root,
      sort: reader.one('order', { asc: 'old', desc: 'new' }),
      group: reader.one('results', { thread: 'thread', all: null, post: null }),
    },
    page: reader.page(),
  };
}

function refuseTooMuch(root: Node | null): void {
  const leaves = [...leavesOf(root)].filter((leaf) => leaf.kind !== 'board');
  if (leaves.reduce((sum, leaf) => sum + valueCountOf(leaf), 0) > MAX_VALUES) {
    throw new ParameterError('text', `A search has at most ${MAX_VALUES} words and conditions.`);
  }
  if (leaves.filter((leaf) => isStarred(leaf)).length > MAX_PREFIXES) {
    throw new ParameterError('text', `A search has at most ${MAX_PREFIXES} words with a "*".`);
  }
}

const rank = (letter: string): Leaf => exact('capcode', [letter]);

type Choices = Readonly<Record<string, readonly Node[]>>;

const CAPCODES: Choices = {
  user: [not(has('capcode'))],
  mod: [rank('M')],
  admin: [rank('A')],
  dev: [rank('D')],
  ver: [rank('V')],
  founder: [rank('F')],
  manager: [rank('G')],
};

/** Each value names the posts to filter out. */
const FILTERS: Choices = {
  text: [has('file')],
  image: [not(has('file'))],
  spoiler: [has('file'), is('spoiler')],
  'not-spoiler': [has('file'), not(is('spoiler'))],
};

const DELETED: Choices = { deleted: [is('deleted')], 'not-deleted': [not(is('deleted'))] };
const GHOSTS: Choices = { only: [is('ghost')], none: [not(is('ghost'))] };
const TYPES: Choices = { sticky: [is('sticky')], op: [is('op')], posts: [is('reply')] };

class Reader {
  readonly #params: FoolFuukaParams;

  constructor(params: FoolFuukaParams) {
    this.#params = params;
  }

  /** `a.g`; invalid names are ignored. */
  boards(): readonly Node[] {
    const written = [this.#params['board'] ?? [], this.#params['boards'] ?? []].flat().join('.');
    const names = new Set(written.toLowerCase().split(/[\s.,/]+/));
    const valid = [...names].filter((name) => /^[a-z0-9][a-z0-9_-]{0,31}$/.test(name));
    return valid.length === 0 ? [] : [boards(valid)];
  }

  /** FoolFuuka searches the comment only. */
  text(): readonly Node[] {
    const text = this.#value('text');
    return text === null ? [] : sphinxQuery(text, 'comment');
  }

  words(name: string, field: TextName): readonly Node[] {
    const value = this.#value(name);
    return value === null ? [] : sphinxWords(value, field);
  }

  exact(name: string, field: ExactName): readonly Node[] {
    const value = this.#value(name);
    return value === null ? [] : [this.#exactLeaf(name, field, [value])];
  }

  countries(): readonly Node[] {
    const codes = (this.#value('country') ?? '').split('|').map((code) => code.trim());
    const written = codes.filter((code) => code !== '');
    return written.length === 0 ? [] : [this.#exactLeaf('country', 'country', written)];
  }

  #exactLeaf(name: string, field: ExactName, written: readonly string[]): Leaf {
    const values = new Set<string>();
    for (const value of written) {
      const read = readExact(field, value);
      if (read instanceof ValueMistake) throw new ParameterError(name, EXACT_FORMS[name] ?? '');
      for (const one of read) values.add(one);
    }
    return exact(field, [...values]);
  }

  number(name: string, field: NumberName): readonly Node[] {
    const value = this.#value(name);
    if (value === null) return [];
    const isNumber = /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value));
    if (!isNumber) throw new ParameterError(name, 'It takes a whole number.');
    return [number(field, Number(value))];
  }

  chosen(name: string, choices: Choices): readonly Node[] {
    return this.one(name, choices) ?? [];
  }

  /** null when the parameter is missing. */
  one<T>(name: string, choices: Readonly<Record<string, T>>): T | null {
    const value = this.#value(name)?.toLowerCase();
    if (value === undefined) return null;
    const choice = Object.hasOwn(choices, value) ? choices[value] : undefined;
    if (choice !== undefined) return choice;
    throw new ParameterError(name, `It takes ${Object.keys(choices).join(', ')}.`);
  }

  /** Both mean the start of the day in UTC. */
  moment(name: 'start' | 'end', edge: 'after' | 'before'): readonly Node[] {
    const value = this.#value(name);
    if (value === null) return [];
    const moment = parseMoment(value) ?? parseMoment(mendMoment(value) ?? '');
    if (moment?.kind !== 'absolute') throw new ParameterError(name, 'It takes a date such as 2019-03-05.');
    return [time(edge, moment)];
  }

  page(): number {
    const value = this.#value('page') ?? '1';
    const page = /^\d{1,16}$/.test(value) ? Number(value) : 0;
    if (page >= 1 && page <= MAX_PAGE) return page;
    throw new ParameterError('page', 'Pages start at 1.');
  }

  /** null when empty, since forms send all their fields. */
  #value(name: string): string | null {
    const given = this.#params[name];
    const value = (typeof given === 'string' ? given : given?.at(-1))?.toWellFormed().trim() ?? '';
    if (value.length > MAX_QUERY_LENGTH) {
      throw new ParameterError(name, `It has at most ${MAX_QUERY_LENGTH} characters.`);
    }
    return value === '' ? null : value;
  }
}

const EXACT_FORMS: Readonly<Record<string, string>> = {
  image: 'It takes the MD5 of a file in base64.',
};
