/** JSON by hand where an object's keys are numbers: JavaScript would put them in the order of their size. */

/** `posts` of a list of pairs, in their order. Always an object: clients walk it, also when it is empty. */
export function objectJson(entries: readonly (readonly [key: string, json: string])[]): string {
  return `{${entries.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}

/** `12` or, for a ghost, `12_1`. */
export function postKey({ num, subnum }: { readonly num: number; readonly subnum: number }): string {
  return subnum === 0 ? String(num) : `${num}_${subnum}`;
}
