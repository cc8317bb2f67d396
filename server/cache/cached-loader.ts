/** Returns a value that is at most `freshMs` old. */
export type CachedLoader<T> = (freshMs: number) => Promise<T>;

/** Caches the result of `load` for one process. Concurrent callers share a load; a failed load is not cached. */
export function cachedLoader<T>(load: () => Promise<T>, clock: () => Date): CachedLoader<T> {
  let cached: { readonly value: Promise<T>; readonly at: number } | undefined;
  return async (freshMs) => {
    const now = clock().getTime();
    if (cached !== undefined && now - cached.at < freshMs) return cached.value;
    const mine = { value: load(), at: now };
    cached = mine;
    try {
      return await mine.value;
    } catch (error) {
      if (cached === mine) cached = undefined;
      throw error;
    }
  };
}
