/** Downloads one address to a path, in a process whose limits a test sets, and prints the result. */
import { existsSync, statSync } from 'node:fs';
import { createDownloader } from '../../../../scraper/media/download.ts';

const [, , url = '', path = ''] = process.argv;
const downloader = createDownloader('Test/1', () => new Date());
try {
  const answer = await downloader.download({
    url,
    allowedOrigins: new Set([new URL(url).origin]),
    path,
    maxBytes: 1_000_000,
    signal: new AbortController().signal,
  });
  const size = answer.kind === 'downloaded' ? answer.size : answer.kind;
  process.stdout.write(JSON.stringify({ size, onDisk: statSync(path).size }));
} catch (error) {
  process.stdout.write(JSON.stringify({ error: (error as NodeJS.ErrnoException).code, left: existsSync(path) }));
} finally {
  await downloader.close();
}
