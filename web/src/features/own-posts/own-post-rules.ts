/**
 * The style rules that mark the reader's own posts. As a style sheet, the marks need no rendering of a list that may have thousands of
 * posts, and no place in the HTML, which a server renders without them.
 */

/** Browsers compare each post with each of them: the newest suffice. */
const MAX_MARKED = 200;
/** Keys come from storage, and are written into selectors. */
const KEY = /^[a-z0-9_-]+\/\d+(?:_\d+)?$/;

/** `you`: the mark, such as "(You)". */
export function ownPostRules(keys: readonly string[], you: string): string {
  const own = keys.filter((key) => KEY.test(key)).slice(-MAX_MARKED);
  if (own.length === 0) return '';
  const post = `:is(${own.map((key) => `[data-post="${key}"]`).join(', ')})`;
  const quote = `:is(${own.map((key) => `[data-quote="${key}"]`).join(', ')})`;
  const mark = JSON.stringify(` ${you}`);
  const heads = [`${post} > .post-top`, `${post} > .post_wrapper > .post-top`];
  return [
    `:is(${heads.join(', ')}) > .post_data > .post_poster_data::after { content: ${mark}; font-weight: 600; }`,
    `a${quote}::after { content: ${mark}; }`,
    `a.quotelink-op${quote}::after { content: ${JSON.stringify(` (OP) ${you}`)}; }`,
    `a.quotelink-elsewhere${quote}::after { content: ${JSON.stringify(` → ${you}`)}; }`,
    // The opening post's element contains the other posts.
    `article:has(> .post_wrapper > .post-body a${quote}:not(.opened-quote a)) { box-shadow: inset 0.1875rem 0 var(--accent); }`,
  ].join('\n');
}
