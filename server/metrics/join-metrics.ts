/** Joins metrics of several processes in the text format of Prometheus, where each metric may have one head. Pure. */

const HEAD = /^# (?:HELP|TYPE) ([a-zA-Z_:][\w:]*) /;
const SAMPLE = /^[a-zA-Z_:][\w:]*(?:\{.*\})? \S+$/;

/** The metrics of all texts, each with its head from the first text that has it. Lines that are not metrics are left out. */
export function joinMetrics(texts: readonly string[]): string {
  const heads = new Map<string, string[]>();
  const samples = new Map<string, string[]>();
  for (const text of texts) {
    const known = new Set(heads.keys());
    let name: string | null = null;
    for (const line of text.split('\n')) {
      name = HEAD.exec(line)?.[1] ?? name;
      if (name === null) continue;
      if (HEAD.test(line) && !known.has(name)) append(heads, name, line);
      else if (SAMPLE.test(line)) append(samples, name, line);
    }
  }
  return [...heads]
    .map(([name, head]) => [...head, ...(samples.get(name) ?? [])].join('\n'))
    .join('\n\n')
    .concat('\n');
}

function append(lines: Map<string, string[]>, name: string, line: string): void {
  const before = lines.get(name);
  if (before === undefined) lines.set(name, [line]);
  else before.push(line);
}
