/** Parameters of FoolFuuka's API. Refusals use FoolFuuka's own sentences, which clients show. */
import { Type, type Static } from 'typebox';
import { MAX_PARAMETER_LENGTH } from '../../../../mappings/contract/parameter-length.ts';
import {
  lastOf,
  parameterRefused,
  requiredField,
  wholeNumber,
  type WrittenField,
} from '../../../../server/http/form-fields.ts';

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

/** Later pages of the largest boards would be empty. */
const MAX_PAGE = 1_000_000;

/** @throws RefusedError */
export function pageOf(written: WrittenField): number {
  const page = lastOf(written);
  const number = wholeNumber(page);
  // FoolFuuka treats 0 as missing.
  if (page === '' || number === 0) throw parameterRefused('The "page" parameter is missing.');
  if (number === null || number > MAX_PAGE) throw parameterRefused('The value for "page" is invalid.');
  return number;
}

/** null if missing or 0, as in FoolFuuka. @throws RefusedError */
export function latestDocIdOf(written: WrittenField): number | null {
  if (lastOf(written) === '') return null;
  const id = wholeNumber(lastOf(written));
  if (id === null) throw parameterRefused('The value for "latest_doc_id" is malformed.');
  return id === 0 ? null : id;
}

/** @throws RefusedError */
export function docIdOf(written: WrittenField): number {
  const id = wholeNumber(requiredField('doc_id', written));
  if (id === null) throw parameterRefused('The value for "doc_id" is invalid.');
  return id;
}

/** null for all posts. @throws RefusedError */
export function lastLimitOf(written: WrittenField): number | null {
  if (lastOf(written) === '') return null;
  const limit = wholeNumber(lastOf(written));
  if (limit === null) throw parameterRefused('The value for "last_limit" is invalid.');
  return limit === 0 ? null : limit;
}

const ORDERS = { by_post: 'modified', by_thread: 'created', ghost: 'ghost' } as const;

/** Last bumped thread first, unless another order is named. @throws RefusedError */
export function orderOf(written: WrittenField): (typeof ORDERS)[keyof typeof ORDERS] {
  const order = lastOf(written) || 'by_post';
  if (Object.hasOwn(ORDERS, order)) return ORDERS[order as keyof typeof ORDERS];
  throw parameterRefused('The value for "order" is invalid.');
}
