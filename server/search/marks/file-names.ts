/** The names of all files of a post are marked as one text, with a line for each. */
import type { Post } from '../../../mappings/post.ts';
import type { Highlights } from '../../../mappings/contract/search.ts';
import type { TextRange } from '../plan/find-words.ts';

const BETWEEN = '\n';

/** Null without a name. */
export function fileNames({ mediaName, extraFiles }: Pick<Post, 'mediaName' | 'extraFiles'>): string | null {
  if (extraFiles === undefined) return mediaName;
  return [mediaName, ...extraFiles.map((file) => file.mediaName)].map((name) => name ?? '').join(BETWEEN);
}

/** Highlights of the lines become those of the first name, and of the others in their order. */
export function withMarksByFile(
  highlights: Highlights,
  { mediaName, extraFiles }: Pick<Post, 'mediaName' | 'extraFiles'>,
): Highlights {
  const { media_name: ranges, ...others } = highlights;
  if (extraFiles === undefined || ranges === undefined) return highlights;
  let start = 0;
  const [first = [], ...more] = [mediaName, ...extraFiles.map((file) => file.mediaName)].map((name) => {
    const length = name?.length ?? 0;
    const own = ranges.flatMap(([from, to]): TextRange[] => {
      const [begin, end] = [Math.max(from - start, 0), Math.min(to - start, length)];
      return begin < end ? [[begin, end]] : [];
    });
    start += length + BETWEEN.length;
    return own;
  });
  return {
    ...others,
    ...(first.length > 0 && { media_name: first }),
    ...(more.some((own) => own.length > 0) && { extra_files: more }),
  };
}
