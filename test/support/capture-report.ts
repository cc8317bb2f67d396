/**
 * `node test/support/capture-report.ts FOLDER` reads captured documents of the 4chan API with the scraper's code and
 * prints the results as a table. The table contains numbers and field names, but no captured text.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PostObservation } from '../../mappings/post.ts';
import { JsonFields, asList } from '../../scraper/sources/json-fields.ts';
import { parseJson, type ParseWarnings, type ParseResult } from '../../scraper/sources/parse-result.ts';
import { readPost } from '../../scraper/sources/four-chan/post.ts';
import { readThreadDocument } from '../../scraper/sources/four-chan/thread.ts';
import { readThreadList } from '../../scraper/sources/four-chan/lists.ts';

export interface CaptureLine {
  readonly file: string;
  readonly kind: 'thread' | 'index page' | 'catalog' | 'thread list';
  /** Number of posts or list entries; 0 if the document was refused. */
  readonly count: number;
  readonly refusal: string | null;
  readonly warnings: readonly string[];
  readonly posts: readonly PostObservation[];
}

interface Found {
  readonly kind: CaptureLine['kind'];
  readonly count: number;
  readonly posts: readonly PostObservation[];
}

/** Skips files of other forms (boards, archives, headers), which have no reader. */
export function readCaptures(folder: string): CaptureLine[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const body = readFileSync(join(folder, file), 'utf8');
      const kind = kindOf(JSON.parse(body));
      return kind === null
        ? []
        : [
            toLine(
              file,
              kind,
              parseJson(body, (document, warnings) => readers[kind](document, warnings)),
            ),
          ];
    });
}

const readers: Readonly<Record<CaptureLine['kind'], (document: unknown, warnings: ParseWarnings) => Found>> = {
  thread: (document, warnings) => {
    const { posts } = readThreadDocument(document, firstNumber(document), warnings);
    return { kind: 'thread', count: posts.length, posts };
  },
  'index page': (document, warnings) => {
    const threads = asList(new JsonFields(document, 'document', warnings).raw('threads'), 'threads');
    const posts = threads.flatMap((thread) => readThreadDocument(thread, firstNumber(thread), warnings).posts);
    return { kind: 'index page', count: posts.length, posts };
  },
  catalog: (document, warnings) => {
    const posts = pages(document).flatMap((page, index) =>
      page.flatMap((opener, position) => {
        const path = `[${index}].threads[${position}]`;
        const replies = (opener as { last_replies?: unknown[] }).last_replies ?? [];
        return [opener, ...replies].map((post) => readPost(new JsonFields(post, path, warnings), warnings));
      }),
    );
    return { kind: 'catalog', count: posts.length, posts };
  },
  'thread list': (document, warnings) => {
    const { length } = readThreadList(document, warnings);
    return { kind: 'thread list', count: length, posts: [] };
  },
};

function kindOf(document: unknown): CaptureLine['kind'] | null {
  if (Array.isArray(document)) {
    const [first] = pages(document).flat();
    if (typeof first !== 'object' || first === null) return null;
    return 'resto' in first ? 'catalog' : 'thread list';
  }
  if (typeof document !== 'object' || document === null) return null;
  if ('posts' in document) return 'thread';
  return 'threads' in document ? 'index page' : null;
}

function pages(document: unknown): unknown[][] {
  return (document as { threads?: unknown[] }[]).map((page) => page.threads ?? []);
}

function firstNumber(thread: unknown): number {
  return (thread as { posts: { no: number }[] }).posts[0]?.no ?? 0;
}

function toLine(file: string, kind: CaptureLine['kind'], result: ParseResult<Found>): CaptureLine {
  if (!result.ok) {
    const { reason, detail } = result.refusal;
    return { file, kind, count: 0, refusal: `${reason}: ${detail}`, warnings: [], posts: [] };
  }
  const warnings = Array.from(result.warnings, ([warning, times]) => `${warning} × ${times}`);
  const [refused] = result.refused;
  const refusal = refused === undefined ? null : `${refused.reason}: ${refused.detail}`;
  return { file, kind, count: result.value.count, refusal, warnings, posts: result.value.posts };
}

if (import.meta.main) {
  const lines = readCaptures(process.argv[2] ?? '.');
  process.stdout.write('| file | form | posts or entries | outcome | counted |\n|---|---|---|---|---|\n');
  for (const { file, kind, count, refusal, warnings } of lines) {
    const outcome = refusal === null ? 'accepted' : `refused, ${refusal}`;
    process.stdout.write(`| ${file} | ${kind} | ${count} | ${outcome} | ${warnings.join(', ') || '–'} |\n`);
  }
}
