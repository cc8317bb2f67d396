/** Reads robots.txt as RFC 9309 has it, for a crawler that no group names: of the rules that match, the longest counts. */
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

/** `*` is anything, `$` at the end is the end. */
function patternOf(path: string): RegExp {
  const [body, end] = path.endsWith('$') ? [path.slice(0, -1), '$'] : [path, ''];
  return new RegExp(
    `^${body
      .split('*')
      .map((part) => part.replaceAll(/[$()+.?[\\\]^{|}]/g, String.raw`\$&`))
      .join('.*')}${end}`,
  );
}
