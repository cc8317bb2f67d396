/** Reads the answer of Redis's command INFO: a line `name:value` for each fact. Pure. */
export function infoOf(answer: string): ReadonlyMap<string, string> {
  return new Map(
    answer.split(/\r?\n/).flatMap((line) => {
      const [, name, value] = /^(\w+):(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
}
