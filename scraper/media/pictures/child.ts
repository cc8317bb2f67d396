/** The process that opens strangers' pictures: one at a time, without settings, secrets or connections. */
import { toError } from '../../../platform/errors.ts';
import { drawThumbnail, fingerprint, limitLoaders } from './draw.ts';
import type { AnswerMessage, OrderMessage, PictureOrder } from './protocol.ts';

limitLoaders();

let last: Promise<void> = Promise.resolve();
process.on('message', (message: OrderMessage) => {
  last = last.then(async () => {
    const answer = await carryOut(message);
    process.send?.(answer);
  });
});
process.on('disconnect', () => {
  // The desk is gone: whatever is being decoded is wanted by nobody.
  process.kill(process.pid, 'SIGKILL');
});

async function carryOut({ id, order }: OrderMessage): Promise<AnswerMessage> {
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
