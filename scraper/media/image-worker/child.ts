/** The child process that decodes foreign images, one at a time. It has no settings, secrets or connections. */
import { toError } from '../../../platform/errors.ts';
import { fingerprint, limitLoaders } from '../../../platform/images/fingerprint.ts';
import { isDiskError } from './disk-error.ts';
import { drawThumbnail, readOrientation } from './draw.ts';
import type { ResultMessage, TaskMessage, ImageTask } from './protocol.ts';

limitLoaders(['File']);

let last: Promise<void> = Promise.resolve();
process.on('message', (message: TaskMessage) => {
  last = carryOut(message, last);
});
process.on('disconnect', () => {
  // The parent process is gone, so nothing receives the result.
  process.kill(process.pid, 'SIGKILL');
});

async function carryOut(message: TaskMessage, before: Promise<void>): Promise<void> {
  await before;
  process.send?.(await answerTo(message));
}

async function answerTo({ id, order }: TaskMessage): Promise<ResultMessage> {
  try {
    const result = await perform(order);
    return { id, result, rssMb: rssMb() };
  } catch (error) {
    return { id, problem: toError(error).message.slice(0, 300), isOfDisk: isDiskError(error), rssMb: rssMb() };
  }
}

async function perform(order: ImageTask) {
  switch (order.kind) {
    case 'thumbnail':
      return drawThumbnail(order);
    case 'fingerprint':
      return fingerprint(order.path, { scratch: order.scratch, inMemory: 0 });
    case 'orientation':
      return readOrientation(order);
  }
}

function rssMb(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20);
}
