/** Callers that come while a load is under way share it; a failed load is not remembered. */
export function remember<T>(load: () => Promise<T>, clock: () => Date): (freshMs: number) => Promise<T> {
  let loaded: { readonly value: Promise<T>; readonly at: number } | undefined;
  return (freshMs) => {
    const now = clock().getTime();
    if (loaded === undefined || now - loaded.at >= freshMs) {
      const mine = { value: load(), at: now };
      loaded = mine;
      mine.value.catch(() => {
        if (loaded === mine) loaded = undefined;
      });
    }
    return loaded.value;
  };
}
