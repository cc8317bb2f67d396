/** Parameters of FoolFuuka's API. Refusals use FoolFuuka's own sentences, which clients show. */
import { Type, type Static } from 'typebox';
import { MAX_PARAMETER_LENGTH } from '../../../mappings/contract/parameter-length.ts';
import { RefusedError } from '../../http/errors.ts';

const Text = Type.String({ maxLength: MAX_PARAMETER_LENGTH });
const Parameter = Type.Optional(Type.Union([Text, Type.Array(Text, { maxItems: MAX_PARAMETER_LENGTH })]));

const named = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, Parameter]));

/** All parameters are strings in the schema, so that missing and invalid values get FoolFuuka's sentences. */
export const BoardQuery = Type.Object({ board: Parameter, page: Parameter, order: Parameter, theme: Parameter });
export const ThreadQuery = Type.Object({
  board: Parameter,
  num: Parameter,
  latest_doc_id: Parameter,
  last_limit: Parameter,
  theme: Parameter,
});
export const SearchQuery = Type.Object({
  ...named('board', 'boards', 'tnum', 'subject', 'text', 'username', 'tripcode', 'email', 'filename', 'capcode', 'uid'),
  ...named('country', 'image', 'deleted', 'ghost', 'filter', 'type', 'start', 'end', 'since4pass', 'width', 'height'),
  ...named('results', 'order', 'page', 'theme'),
});
export type BoardQuery = Static<typeof BoardQuery>;
export type ThreadQuery = Static<typeof ThreadQuery>;

type Written = string | readonly string[] | undefined;

/** If a parameter is repeated, the last one counts. */
export function lastOf(written: Written): string {
  return ((typeof written === 'string' ? written : written?.at(-1)) ?? '').trim();
}

const MAX_PAGE = 10_000;

/** @throws RefusedError */
export function pageOf(written: Written): number {
  const page = lastOf(written);
  const number = wholeNumber(page);
  // FoolFuuka treats 0 as missing.
  if (page === '' || number === 0) throw refused('The "page" parameter is missing.');
  if (number === null || number > MAX_PAGE) throw refused('The value for "page" is invalid.');
  return number;
}

/** @throws RefusedError */
export function threadNumberOf(written: Written): number {
  const num = wholeNumber(required('num', written));
  if (num === null) throw refused('The value for "num" is invalid.');
  return num;
}

export interface PostNumber {
  readonly num: number;
  readonly subnum: number;
}

const MAX_SUBNUM = 2_147_483_647;

/** `123`; a ghost post is `123_1` or `123,1`. @throws RefusedError */
export function postNumberOf(written: Written): PostNumber {
  const [, digits = '', ghost = '0'] = /^(\d+)(?:[_,](\d+))?$/.exec(required('num', written)) ?? [];
  const [num, subnum] = [wholeNumber(digits), wholeNumber(ghost)];
  if (num === null || subnum === null || subnum > MAX_SUBNUM) throw refused('The value for "num" is invalid.');
  return { num, subnum };
}

/** null if missing or 0, as in FoolFuuka. @throws RefusedError */
export function latestDocIdOf(written: Written): number | null {
  if (lastOf(written) === '') return null;
  const id = wholeNumber(lastOf(written));
  if (id === null) throw refused('The value for "latest_doc_id" is malformed.');
  return id === 0 ? null : id;
}

/** @throws RefusedError */
export function docIdOf(written: Written): number {
  const id = wholeNumber(required('doc_id', written));
  if (id === null) throw refused('The value for "doc_id" is invalid.');
  return id;
}

/** null for all posts. @throws RefusedError */
export function lastLimitOf(written: Written): number | null {
  if (lastOf(written) === '') return null;
  const limit = wholeNumber(lastOf(written));
  if (limit === null) throw refused('The value for "last_limit" is invalid.');
  return limit === 0 ? null : limit;
}

const ORDERS = { by_post: 'modified', by_thread: 'created', ghost: 'ghost' } as const;

/** Last bumped thread first, unless another order is named. @throws RefusedError */
export function orderOf(written: Written): (typeof ORDERS)[keyof typeof ORDERS] {
  const order = lastOf(written) || 'by_post';
  if (Object.hasOwn(ORDERS, order)) return ORDERS[order as keyof typeof ORDERS];
  throw refused('The value for "order" is invalid.');
}

/** @throws RefusedError */
export function boardNameOf(written: Written): string {
  const name = lastOf(written);
  if (name === '') throw refused('No board selected.');
  return name.toLowerCase();
}

function required(name: string, written: Written): string {
  const value = lastOf(written);
  if (value === '') throw refused(`The "${name}" parameter is missing.`);
  return value;
}

function wholeNumber(text: string): number | null {
  const number = Number(text);
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(number) ? number : null;
}

function refused(message: string): RefusedError {
  return new RefusedError(422, 'parameter_invalid', message);
}
