/** The languages that a reader wants. */
import type { IncomingHttpHeaders } from 'node:http';

/** More languages have no effect, since the pages have three. */
const MAX_LANGUAGES = 5;

/** Tags, the most wanted first: the choice on the pages, which they store in a cookie, then the languages of the browser. */
export function acceptedLanguages(headers: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>): readonly string[] {
  const chosen = /(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  const accepted = (headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.trim().split(/\s*;\s*q=/i);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
  return [...(chosen === undefined ? [] : [chosen]), ...accepted].slice(0, MAX_LANGUAGES);
}
