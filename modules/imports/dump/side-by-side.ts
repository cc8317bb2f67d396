/** Merges the values of several generators in the order of arrival; at most `limit` of them run at the same time. */
export async function* sideBySide<T>(starts: readonly (() => AsyncGenerator<T>)[], limit: number): AsyncGenerator<T> {
  const waiting = [...starts];
  const running = new Map<AsyncGenerator<T>, Promise<Next<T>>>();
  const advance = (generator: AsyncGenerator<T>) =>
    running.set(
      generator,
      generator.next().then(
        (result) => ({ generator, result }),
        (error: unknown) => ({ generator, error }),
      ),
    );
  try {
    for (;;) {
      while (running.size < limit) {
        const start = waiting.shift();
        if (start === undefined) break;
        advance(start());
      }
      if (running.size === 0) return;
      const next = await Promise.race(running.values());
      running.delete(next.generator);
      if (!('result' in next)) throw next.error;
      if (next.result.done === true) continue;
      // Goes to the end of the queue, so that each generator has its turn, and runs while the caller is busy.
      advance(next.generator);
      yield next.result.value;
    }
  } finally {
    await Promise.all(running.values());
    for (const generator of running.keys()) await generator.return(undefined);
  }
}

type Next<T> = { readonly generator: AsyncGenerator<T> } & (
  | { readonly result: IteratorResult<T> }
  | { readonly error: unknown }
);
