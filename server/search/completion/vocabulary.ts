import { fieldNamed, type Field } from '../language/fields.ts';

export interface ValueWord {
  readonly value: string;
  readonly description: string | null;
}

/** What the values of a field mean, where their names do not say it, and examples of those that are without number. */
const MEANINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  is: {
    op: 'opening posts',
    reply: 'replies',
    deleted: 'deleted where they were written',
    'file-deleted': 'whose file was deleted there',
    ghost: 'written on an archive',
    sticky: 'of sticky threads',
    closed: 'of closed threads',
    archived: 'of archived threads',
    spoiler: 'with a spoilered file',
  },
  has: {
    file: 'a file of any type',
    name: "a name that is not the board's own",
    link: 'a link to a page',
    quote: 'a link to a post',
  },
  capcode: {
    mod: 'moderators',
    admin: 'administrators',
    dev: 'developers',
    manager: 'managers',
    founder: 'the founder',
    verified: 'verified posters',
  },
  sort: { new: 'newest first', old: 'oldest first', relevance: 'best match first' },
  group: { thread: 'one post of each thread' },
  email: { sage: 'did not bump the thread' },
  ext: {
    jpg: 'picture',
    png: 'picture',
    gif: 'picture, often moving',
    webp: 'picture',
    webm: 'video',
    mp4: 'video',
    pdf: 'document',
    swf: 'Flash',
  },
  width: { '>=1920': 'at least', '800..1200': 'from, to' },
  height: { '>=1080': 'at least', '<=600': 'at most' },
  size: { '>1mb': 'more than', '<=200kb': 'at most' },
  length: { '>=1000': 'at least', '<50': 'less than' },
  'subject.length': { '>=50': 'at least', '<10': 'less than' },
  replies: { '>=100': 'at least' },
  images: { '>=50': 'at least' },
  posters: { '>=50': 'at least' },
};

/** The values of a field that can be listed, or examples of them. */
export function valueWords({ name, values }: Field): readonly ValueWord[] {
  const meanings = MEANINGS[name] ?? {};
  return (values ?? Object.keys(meanings)).map((value) => ({ value, description: meanings[value] ?? null }));
}

/** Fields whose values say by themselves what they are: a word may be meant for one of them. */
export const NAMED_BY_VALUE: readonly Field[] = ['is', 'has', 'sort', 'group'].flatMap(
  (name) => fieldNamed(name) ?? [],
);
