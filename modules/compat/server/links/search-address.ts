/** Search addresses of FoolFuuka: `/a/search/text/tea/type/op/page/2/`. Pure. */
import { readFoolFuukaParams, type FoolFuukaParams } from '../foolfuuka/search-params.ts';
import { print } from '../../../../server/search/language/print.ts';
import { Site } from '../../../../server/shared/site.ts';

/**
 * Reads the address as it was sent, since a slash within a value is escaped there. A value that cannot be decoded is taken as it
 * is; a name without a value is ignored.
 */
export function paramsOfPath(url: string): FoolFuukaParams {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const start = pathname.indexOf('/search/');
  const parts = start === -1 ? [] : pathname.slice(start + '/search/'.length).split('/');
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) pairs.push([decoded(parts[at] ?? ''), decoded(parts[at + 1] ?? '')]);
  return Object.fromEntries([...searchParams, ...pairs]);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The page that shows the same search. The application pages by cursors and ignores `page`; the HTML for readers without scripts
 * uses it.
 * @throws ParameterError
 */
export function searchAddress(params: FoolFuukaParams): string {
  const { query, page } = readFoolFuukaParams(params);
  const address = new Site('').search(print(query));
  if (page === 1) return address;
  return `${address}${address.includes('?') ? '&' : '?'}page=${page}`;
}
