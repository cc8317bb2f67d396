/** Waits until all have ended, also if one fails, so that nothing writes afterwards. Throws the first error. */
export async function allEnded(work: readonly Promise<void>[]): Promise<void> {
  try {
    await Promise.all(work);
  } finally {
    await Promise.allSettled(work);
  }
}
