import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (of?: { readonly type: 'minor' }) => void;

const TIMES = 10;

/** Bytes that doing it ten times leaves among V8's old objects, where only a look at all that there is takes them away. */
export async function oldBytesLeft(work: () => Promise<void>): Promise<number> {
  await work();
  collectGarbage();
  const before = oldBytes();
  for (let time = 0; time < TIMES; time++) {
    // It answers nothing: that would be kept by the one who waits for it.
    await work();
    collectGarbage({ type: 'minor' });
    collectGarbage({ type: 'minor' });
  }
  return oldBytes() - before;
}

function oldBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'old_space')
    .reduce((sum, { space_used_size: used }) => sum + used, 0);
}
