/** Decisions of staff about series. They apply to the recognised series, so they outlive every recomputation. */

export interface SeriesRule {
  readonly id: number;
  /** null: threads of the range in any series or in none. */
  readonly series: string | null;
  readonly firstThread: number | null;
  readonly lastThread: number | null;
  /** null: no series. */
  readonly target: string | null;
}

/** The series after the rules, in the order in which staff made them. `isChanged`: a rule applied. */
export function applyRules(
  rules: readonly SeriesRule[],
  { thread, found }: { readonly thread: number; readonly found: string | null },
): { readonly name: string | null; readonly isChanged: boolean } {
  let name = found;
  let isChanged = false;
  for (const { series, firstThread, lastThread, target } of rules) {
    if (series !== null && series !== name) continue;
    if (thread < (firstThread ?? 0) || thread > (lastThread ?? Infinity)) continue;
    name = target;
    isChanged = true;
  }
  return { name, isChanged };
}
