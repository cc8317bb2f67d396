/** Reads captured documents of the sources, if SAGASU_CAPTURES names their folder. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import { placeMessages } from '../../../../scraper/backfill/place-messages.ts';
import { foolFuuka } from '../../../../scraper/sources/foolfuuka/source.ts';
import { fourChan } from '../../../../scraper/sources/four-chan/source.ts';
import { pipermail } from '../../../../scraper/sources/pipermail/source.ts';
import { vichan } from '../../../../scraper/sources/vichan/source.ts';
import { NOTHING_STORED, PART, READING } from './forms.ts';

const folder = process.env['SAGASU_CAPTURES'] ?? '';
const files = (pattern: string) => globSync(pattern, { cwd: folder }).map((file) => join(folder, file));
const numberIn = (file: string) => Number(/(\d+)\.json$/.exec(basename(file))?.[1]);
const board = { name: 'a', sourceName: 'a', url: 'https://site.example', mediaUrl: 'https://site.example' };

describe.skipIf(!existsSync(join(folder, 'pipermail')))('captures', () => {
  test('catalogs, archives and lists of boards of 4chan are read', () => {
    for (const [pattern, read] of [
      ['4chan/*catalog*.json', fourChan.catalog.read],
      ['4chan/*archive-2*.json', fourChan.archive.read],
      ['4chan/boards-*.json', fourChan.boards.read],
    ] as const) {
      for (const file of files(pattern)) {
        const result = read(readFileSync(file, 'utf8'));
        expect([file, result.ok && result.value.length > 0]).toEqual([file, true]);
      }
    }
  });

  test('a thread of lainchan is read, with both of its files', () => {
    for (const file of files('vichan/*.json')) {
      const result = vichan.thread.read(readFileSync(file, 'utf8'), numberIn(file));
      expect(result.ok && [...result.warnings]).toEqual([]);
      const [opener] = result.ok ? result.value.posts : [];
      expect(opener?.fields).toMatchObject({ mediaType: 'pdf', closed: false });
      expect(opener?.extraFiles).toMatchObject([{ place: 1, mediaType: 'jpg', extra: { tim: '1563642402862-1' } }]);
    }
  });

  test('a thread of another archive is read; its times match its files, and its markup is known', () => {
    for (const file of files('foolfuuka/*-thread-*.json')) {
      const result = foolFuuka.thread.read(readFileSync(file, 'utf8'), numberIn(file), board);
      expect(result.ok && [...result.warnings]).toEqual([]);
      const posts = result.ok ? result.value.posts : [];
      expect(posts.length).toBeGreaterThan(10);
      for (const { fields } of posts) {
        expect(parseComment(fields.comment ?? '').unknown).toEqual(new Map());
        if (fields.mediaTime === null) continue;
        expect(Math.abs(fields.mediaTime - fields.timePosted.getTime())).toBeLessThan(60_000);
      }
    }
  });

  test('months of mailing lists are read and threaded, without a visible address', async () => {
    const parts = files('pipermail/**/*.{mbox,txt,txt.gz}');
    expect(parts.length).toBeGreaterThan(8);
    for (const file of parts) {
      const result = await pipermail.mail.readPart(readFileSync(file), PART, READING);
      const messages = result.ok ? result.value : [];
      expect([file, messages.length > 0]).toEqual([file, true]);
      const { added } = placeMessages(messages, PART.month, NOTHING_STORED);
      expect(added.every(({ num, thread }) => thread <= num)).toBe(true);
      const shown = messages.map(({ name, subject, comment }) => [name, subject, comment]);
      for (const { sender } of messages) {
        if (sender === null) continue;
        expect(JSON.stringify(shown).toLowerCase()).not.toContain(sender);
        expect(JSON.stringify(shown).toLowerCase()).not.toContain(sender.replace('@', ' at '));
      }
    }
  });

  test('index pages of mailing lists are read', () => {
    for (const file of files('pipermail/**/{index,pipermail_index}.html')) {
      const result = pipermail.mail.index.read(readFileSync(file, 'utf8'), board);
      expect([file, result.ok && result.value.length > 0]).toEqual([file, true]);
    }
  });
});
