/** The words that `Intl.Segmenter` finds in texts without spaces, in this process, in other versions of Node, and in Chromium. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { json } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { CHROMIUM_PATHS, launchBrowser } from '../support/browser.ts';

/** The words of each text. */
type Words = readonly (readonly string[])[];

export interface Segmenter {
  readonly name: string;
  readonly words: (texts: readonly string[]) => Promise<Words>;
}

/** Runs in other programs, from its source. */
function segmented(texts: readonly string[]): Words {
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  return texts.map((text) => Array.from(segmenter.segment(text), ({ segment }) => segment));
}

const here = new Intl.Segmenter('en', { granularity: 'word' });

export const OURS = `Node ${process.versions.node}, ICU ${process.versions['icu']}`;

/** The segments of a text, spaces and signs among them. */
export function segmentsOf(text: string): string[] {
  return Array.from(here.segment(text), ({ segment }) => segment);
}

/** `nodes`: paths of other versions of Node. */
export async function otherSegmenters(nodes: readonly string[]): Promise<readonly Segmenter[]> {
  const others = await Promise.all(
    nodes.map(async (path): Promise<Segmenter> => {
      const { node, icu } = await runIn<{ node: string; icu: string }>(path, 'process.versions', []);
      const words = async (texts: readonly string[]) => runIn<Words>(path, `(${segmented.toString()})(given)`, texts);
      return { name: `Node ${node}, ICU ${icu}`, words };
    }),
  );
  return CHROMIUM_PATHS.some((path) => existsSync(path)) ? [...others, await chromium()] : others;
}

async function runIn<T>(path: string, expression: string, given: readonly string[]): Promise<T> {
  const source = `let text = '';
    process.stdin.setEncoding('utf8').on('data', (part) => { text += part; });
    process.stdin.on('end', () => { const given = JSON.parse(text); process.stdout.write(JSON.stringify(${expression})); });`;
  const child = spawn(path, ['-e', source], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(given));
  const [answer] = await Promise.all([json(child.stdout), once(child, 'exit')]);
  return answer as T;
}

async function chromium(): Promise<Segmenter> {
  return { name: `Chromium ${await inChromium(async (browser) => browser.version())}`, words: wordsOfChromium };
}

async function wordsOfChromium(texts: readonly string[]): Promise<Words> {
  return inChromium(async (browser) => (await browser.newPage()).evaluate(segmented, texts));
}

async function inChromium<T>(work: (browser: Browser) => Promise<T> | T): Promise<T> {
  const browser = await launchBrowser();
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
