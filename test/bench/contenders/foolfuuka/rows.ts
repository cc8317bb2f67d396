/**
 * Writes the corpus as Asagi would have: text instead of HTML, times in seconds, MD5 in base64, one row per image and
 * board.
 */
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import type { PostFields } from '../../../../mappings/post.ts';
import { copyField } from '../../../../store/copy-text.ts';
import type { CorpusThread } from '../../corpus.ts';

interface Image {
  readonly id: number;
  readonly name: string;
  readonly preview: string;
  total: number;
}

/** The lines of a board's two tables. The image lines are complete once all posts were read. */
export class BoardRows {
  readonly #images = new Map<string, Image>();

  *posts(threads: Iterable<CorpusThread>): Generator<string> {
    let docId = 0;
    for (const { thread } of threads) {
      for (const { fields } of thread.posts) {
        docId += 1;
        yield `${this.#post(docId, fields).map(mysqlField).join('\t')}\n`;
      }
    }
  }

  *images(): Generator<string> {
    for (const [hash, { id, name, preview, total }] of this.#images) {
      yield `${[id, hash, name, null, preview, total, false].map(mysqlField).join('\t')}\n`;
    }
  }

  #post(docId: number, post: PostFields): unknown[] {
    const hash = post.mediaHash === null ? null : Buffer.from(post.mediaHash).toString('base64');
    const file = post.mediaTime === null ? null : `${post.mediaTime}.${post.mediaType}`;
    const preview = post.mediaTime === null ? null : `${post.mediaTime}s.jpg`;
    return [
      docId,
      hash === null ? 0 : this.#imageId(hash, file ?? '', preview ?? ''),
      0,
      post.num,
      post.subnum,
      post.thread,
      post.opener,
      seconds(post.timePosted),
      post.timeArchived === null ? 0 : seconds(post.timeArchived),
      preview,
      post.mediaDimsThbW ?? 0,
      post.mediaDimsThbH ?? 0,
      post.mediaName === null ? null : `${post.mediaName}.${post.mediaType}`,
      post.mediaDimsSrcW ?? 0,
      post.mediaDimsSrcH ?? 0,
      post.mediaSize ?? 0,
      hash,
      file,
      post.spoiler,
      false,
      post.capcode ?? 'N',
      post.email,
      post.name,
      post.tripcode,
      post.subject?.slice(0, 100) ?? null,
      post.comment === null ? null : commentPlainText(parseComment(post.comment).tokens),
      null,
      post.sticky ?? false,
      post.closed ?? false,
      post.posterid?.slice(0, 8) ?? null,
      post.country?.slice(0, 2) ?? null,
      null,
    ];
  }

  #imageId(hash: string, name: string, preview: string): number {
    const known = this.#images.get(hash);
    if (known !== undefined) {
      known.total += 1;
      return known.id;
    }
    const id = this.#images.size + 1;
    this.#images.set(hash, { id, name, preview, total: 1 });
    return id;
  }
}

function mysqlField(value: unknown): string {
  return typeof value === 'boolean' ? String(Number(value)) : copyField(value);
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
