/** The process that opens strangers' pictures: one at a time, without settings, secrets or connections. */
import { toError } from '../../../platform/errors.ts';
import { drawThumbnail, fingerprint, limitLoaders } from './draw.ts';
import type { AnswerMessage, OrderMessage, PictureOrder } from './protocol.ts';

limitLoaders();

let last: Promise<void> = Promise.resolve();
process.on('message', (message: OrderMessage) => {
  last = carryOut(message, last);
});
process.on('disconnect', () => {
  // The desk is gone: whatever is being decoded is wanted by nobody.
  process.kill(process.pid, 'SIGKILL');
});

async function carryOut(message: OrderMessage, before: Promise<void>): Promise<void> {
  await before;
  process.send?.(await answerTo(message));
}

async function answerTo({ id, order }: OrderMessage): Promise<AnswerMessage> {
  try {
    const result = await perform(order);
    return { id, result, rssMb: rssMb() };
  } catch (error) {
    return { id, problem: toError(error).message.slice(0, 300), rssMb: rssMb() };
  }
}

async function perform(order: PictureOrder) {
  return order.kind === 'thumbnail' ? drawThumbnail(order) : fingerprint(order);
}

function rssMb(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20);
}
