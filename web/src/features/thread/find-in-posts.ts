/** Finds a text in the loaded posts of a thread, so that a search is answered while it is typed. */
import type { Post } from '../../../../mappings/contract/post.ts';
import type { Highlights } from '../../../../mappings/contract/search.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import type { Match, Matches } from './matches.ts';

/** One letter of an alphabet is in nearly every post. */
const LEAST_LETTERS = 2;
const MARKS = /[\u0300-\u036f]/g;

/** Small letters without accents, in normal width. The length stays the same, since marks are placed by offsets. */
export function folded(text: string): string {
  const small = text.toLowerCase();
  // A few letters become two: those texts are compared as they are written.
  const same = small.length === text.length ? small : text;
  return same.replace(/[^\0-\x7f]/g, (letter) => {
    const plain = letter.normalize('NFKD').replace(MARKS, '').normalize('NFC').toLowerCase();
    return plain.length === letter.length ? plain : letter;
  });
}

interface Folded {
  readonly comment: string;
  readonly subject: string;
  readonly files: readonly string[];
  readonly rest: string;
}

/** A thread of 20,000 posts is folded once, not for each letter. */
const cache = new WeakMap<Post, Folded>();

function foldedOf(post: Post): Folded {
  const known = cache.get(post);
  if (known !== undefined) return known;
  const { name, tripcode, posterid, capcode, extra_files: more = [] } = post;
  const made = {
    comment: folded(post.comment),
    subject: folded(post.subject ?? ''),
    files: [post.file, ...more].map((file) => folded(file?.name ?? '')),
    rest: folded([name === 'Anonymous' ? null : name, tripcode, posterid, capcode].join('\n')),
  };
  cache.set(post, made);
  return made;
}

/** The posts with this text in subject, comment, names of files, or name of the poster, or with this number. */
export function findInPosts(posts: readonly Post[], text: string): Matches {
  const wanted = folded(text.trim());
  const found = new Map<string, Match>();
  if (wanted.length < LEAST_LETTERS && /^[\0-\x7f]*$/.test(wanted)) return found;
  for (const post of posts) {
    const highlights = highlightsIn(foldedOf(post), wanted);
    if (highlights !== null || String(post.num) === wanted)
      found.set(postKey(post), { highlights: highlights ?? {}, comment: post.comment });
  }
  return found;
}

function highlightsIn({ comment, subject, files, rest }: Folded, wanted: string): Highlights | null {
  const inComment = placesOf(wanted, comment);
  const inSubject = placesOf(wanted, subject);
  const [inFile = [], ...inMore] = files.map((name) => placesOf(wanted, name));
  const isInMore = inMore.some((places) => places.length > 0);
  const isMarked = inComment.length + inSubject.length + inFile.length > 0 || isInMore;
  if (!isMarked && !rest.includes(wanted)) return null;
  return {
    ...(inComment.length > 0 && { comment: inComment }),
    ...(inSubject.length > 0 && { subject: inSubject }),
    ...(inFile.length > 0 && { media_name: inFile }),
    ...(isInMore && { extra_files: inMore }),
  };
}

function placesOf(wanted: string, text: string): [number, number][] {
  const places: [number, number][] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length))
    places.push([at, at + wanted.length]);
  return places;
}
