/** A thread of its own: what is slow to read keeps no reader from reading, and can be stopped. */
import { readCode } from './code-languages.ts';
import type { CodeAnswer, CodeQuestion } from './highlighting.ts';

addEventListener('message', ({ data }: MessageEvent<CodeQuestion>) => {
  const answer: CodeAnswer = { id: data.id, runs: readCode(data.text).runs };
  // Its one listener is who started it.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  postMessage(answer);
});
