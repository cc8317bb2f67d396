/** The journal restores the demo site after a restart: it records every event on the site, one JSON object per line. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DemoEvent, DemoSite } from './site.ts';

export interface Journal {
  /** Number of replayed events. */
  readonly replayed: number;
  /** Number of lines that could not be replayed: unreadable, or about boards or threads whose captures were removed. */
  readonly lost: number;
  close(): Promise<void>;
}

/**
 * Replays the site's journal, then appends new events to it. Without a journal, `begin` creates the site's history, which is written
 * atomically. A last line that a crash truncated is removed.
 */
export async function keepJournal(site: DemoSite, dir: string, begin: (site: DemoSite) => void): Promise<Journal> {
  await mkdir(dir, { recursive: true });
  const file = path.join(dir, `journal-${siteKey(site)}.ndjson`);
  const kept = await readFile(file, 'utf8').catch(() => null);
  const result = kept === null ? await writePast(site, file, begin) : await replayPast(site, file, kept);
  const stream = createWriteStream(file, { flags: 'a' });
  site.onEvent((event) => void stream.write(lineOf(event)));
  return { ...result, close: () => new Promise((resolve) => stream.end(() => resolve())) };
}

async function writePast(site: DemoSite, file: string, begin: (site: DemoSite) => void) {
  const lines: string[] = [];
  const forget = site.onEvent((event) => void lines.push(lineOf(event)));
  begin(site);
  forget();
  await writeFile(`${file}.new`, lines.join(''));
  await rename(`${file}.new`, file);
  return { replayed: 0, lost: 0 };
}

async function replayPast(site: DemoSite, file: string, text: string) {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await truncate(file, Buffer.byteLength(whole));
  let lost = 0;
  const lines = whole.split('\n').filter((line) => line !== '');
  for (const line of lines) {
    const event = eventOf(line);
    if (event === null || !site.replay(event)) lost++;
  }
  return { replayed: lines.length - lost, lost };
}

function lineOf(event: DemoEvent): string {
  return `${JSON.stringify(event)}\n`;
}

function eventOf(line: string): DemoEvent | null {
  try {
    return JSON.parse(line) as DemoEvent;
  } catch {
    return null;
  }
}

function siteKey({ captures }: DemoSite): string {
  if (captures === null) return 'generated';
  return createHash('sha256').update(path.resolve(captures.dir)).digest('hex').slice(0, 12);
}
