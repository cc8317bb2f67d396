import { readReplay, type Replay, ReplayError } from './read-replay.ts';

const MAX_FILE_BYTES = 16 * 1024 * 1024;
const TIME_OUT_MS = 30_000;

/** Fetches the recording of a drawing and reads it. */
export async function loadReplay(address: string, signal: AbortSignal): Promise<Replay> {
  const limits = AbortSignal.any([signal, AbortSignal.timeout(TIME_OUT_MS)]);
  const response = await fetch(address, { signal: limits, credentials: 'same-origin' });
  if (!response.ok) throw new ReplayError(`The server answered ${response.status}.`);
  if (Number(response.headers.get('content-length') ?? 0) > MAX_FILE_BYTES) {
    throw new ReplayError('The recording is too long.');
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  return readReplay(bytes);
}
