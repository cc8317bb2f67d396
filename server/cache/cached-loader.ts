export interface CachedLoader<T> {
  (freshMs: number): Promise<T>;
  /** What is there and fresh; undefined where it must be waited for. */
  known(freshMs: number): T | undefined;
}

interface Load<T> {
  readonly value: Promise<T>;
  readonly at: number;
  /** undefined while it is under way. */
  result?: T;
}

/** Callers that come while a load is under way share it; a failed load is not remembered. */
export function cachedLoader<T>(load: () => Promise<T>, clock: () => Date): CachedLoader<T> {
  let loaded: Load<T> | undefined;
  const fresh = (freshMs: number) => {
    return loaded !== undefined && clock().getTime() - loaded.at < freshMs ? loaded : undefined;
  };
  const read = async (freshMs: number): Promise<T> => {
    const known = fresh(freshMs);
    if (known !== undefined) return known.value;
    const mine: Load<T> = { value: load(), at: clock().getTime() };
    loaded = mine;
    try {
      mine.result = await mine.value;
    } catch {
      if (loaded === mine) loaded = undefined;
    }
    return mine.value;
  };
  return Object.assign(read, { known: (freshMs: number) => fresh(freshMs)?.result });
}
