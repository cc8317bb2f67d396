/** Highlights code in a thread of its own, so that slow code does not block the page and can be stopped. */
import { readCode } from './code-languages.ts';
import type { HighlightRequest, HighlightResult } from './code-runs.ts';

addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  const result: HighlightResult = { id: data.id, runs: readCode(data.text).runs };
  // The only listener is the page that started the worker.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  postMessage(result);
});
