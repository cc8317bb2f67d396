/** The child process that decodes foreign images, one at a time. It has no settings, secrets or connections. */
import { toError } from '../../../platform/errors.ts';
import { fingerprint, limitLoaders } from '../../../platform/images/fingerprint.ts';
import { drawThumbnail } from './draw.ts';
import type { ResultMessage, TaskMessage, ImageTask } from './protocol.ts';

const DISK_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'EACCES',
  'EPERM',
  'ENOENT',
]);

/** libvips reports errors of its files as texts that include the system's error. */
const DISK_TEXT = /^system error: |write failed|unable to write/im;

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
  }
}

function rssMb(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20);
}

/** Returns whether an error of the image library or of Node comes from the disk, and not from the image. */
function isDiskError(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === 'string' && DISK_CODES.has(code)) return true;
  return typeof message === 'string' && DISK_TEXT.test(message);
}
