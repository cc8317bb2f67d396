/**
 * Applies robots.txt as RFC 9309 defines it to a crawler without a group of its own: the longest matching rule decides.
 */
export function isOpenTo(robots: string, address: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, verb, path = '']) => ({
    isAllowed: verb === 'Allow',
    length: path.length,
    matches: patternOf(path).test(address),
  }));
  const [longest] = rules
    .filter(({ matches }) => matches)
    .toSorted((one, other) => other.length - one.length || Number(other.isAllowed) - Number(one.isAllowed));
  return longest?.isAllowed ?? true;
}

/** `*` matches any characters; `$` at the end matches the end of the address. */
function patternOf(path: string): RegExp {
  const [body, end] = path.endsWith('$') ? [path.slice(0, -1), '$'] : [path, ''];
  return new RegExp(
    `^${body
      .split('*')
      .map((part) => part.replaceAll(/[$()+.?[\\\]^{|}]/g, String.raw`\$&`))
      .join('.*')}${end}`,
  );
}
