/** Captured posts, each read by the source of its form, if SAGASU_CAPTURES names their folder. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PostFields } from '../../mappings/post.ts';
import { placeMessages } from '../../scraper/backfill/place-messages.ts';
import { postOfMessage } from '../../scraper/backfill/post-of-message.ts';
import { foolFuuka } from '../../scraper/sources/foolfuuka/source.ts';
import { pipermail } from '../../scraper/sources/pipermail/source.ts';
import { vichan } from '../../scraper/sources/vichan/source.ts';
import type { ThreadDocument } from '../../scraper/sources/source.ts';
import { NOTHING_STORED, PART, READING } from '../unit/scraper/sources/forms.ts';
import { readCaptures } from './capture-report.ts';

const FOLDER = process.env['SAGASU_CAPTURES'] ?? '';
const board = { name: 'a', sourceName: 'a', url: 'https://site.example', mediaUrl: 'https://site.example' };

export type CapturedFields = Pick<PostFields, 'subject' | 'comment'>;

/** The posts by the form of their documents. */
export async function capturedForms(): Promise<ReadonlyMap<string, readonly CapturedFields[]>> {
  if (!existsSync(FOLDER)) return new Map();
  const fourChan = readCaptures(FOLDER).filter(({ file }) => !file.includes('vichan'));
  return new Map([
    ['4chan', fourChan.flatMap(({ posts }) => posts.map(({ fields }) => fields))],
    ['vichan', threads('{vichan,reports/vichan/*/res}/*.json', vichan.thread)],
    ['foolfuuka', threads('foolfuuka/*-thread-*.json', foolFuuka.thread)],
    ['pipermail', await mails()],
  ]);
}

function filesOf(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: FOLDER })
    .toSorted()
    .map((file) => join(FOLDER, file));
}

function threads(pattern: string, document: ThreadDocument): readonly CapturedFields[] {
  return filesOf(pattern).flatMap((file) => {
    const num = Number(/(\d+)\.json$/.exec(basename(file))?.[1]);
    const result = document.read(readFileSync(file, 'utf8'), num, board);
    return result.ok ? result.value.posts.map(({ fields }) => fields) : [];
  });
}

async function mails(): Promise<readonly CapturedFields[]> {
  const found: CapturedFields[] = [];
  for (const file of filesOf('{pipermail,reports/pipermail}/**/*.{mbox,txt}')) {
    const result = await pipermail.mail.readPart(readFileSync(file), PART, READING);
    if (!result.ok) continue;
    const placement = placeMessages(result.value, PART.month, NOTHING_STORED);
    found.push(...result.value.map((message) => postOfMessage(message, placement, new Map()).fields));
  }
  return found;
}
