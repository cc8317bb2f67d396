/** The values of `is:` and `has:`, and the two fields. */
import type { IndexQuery, KindValue, SearchField } from '../field.ts';

const exists = (field: string): IndexQuery => ({ exists: { field } });

export const IS = {
  op: {
    query: { term: { opener: true } },
    finds: 'that open a thread',
    description: 'opening posts',
    words: ['opener', 'thread'],
    form: null,
  },
  reply: {
    query: { term: { opener: false } },
    finds: 'that do not',
    description: 'replies',
    words: ['replies', 'post', 'posts'],
    form: null,
  },
  deleted: {
    query: exists('time_deleted_post'),
    finds: 'that were deleted at the source',
    description: 'deleted at the source',
    words: ['removed'],
    form: 'kind',
  },
  'file-deleted': {
    query: exists('time_deleted_file'),
    finds: 'whose file was deleted there',
    description: 'file deleted at the source',
    form: 'file',
  },
  ghost: {
    query: { range: { subnum: { gt: 0 } } },
    finds: 'that were written in an archive',
    description: 'written on an archive',
    form: 'more',
  },
  sticky: {
    query: { term: { sticky: true } },
    finds: 'that open a pinned thread',
    description: 'sticky threads',
    words: ['pinned'],
    form: 'thread',
  },
  closed: {
    query: { term: { closed: true } },
    finds: 'that open a thread that takes no replies',
    description: 'closed threads',
    words: ['locked'],
    form: 'thread',
  },
  archived: {
    query: exists('time_archived'),
    finds: 'that open a thread that the source archived',
    description: 'archived threads',
    form: 'thread',
  },
  spoiler: {
    query: { term: { spoiler: true } },
    finds: 'whose file is marked as a spoiler',
    description: 'spoilered file',
    words: ['spoilered'],
    form: 'file',
  },
} as const satisfies Readonly<Record<string, KindValue>>;

const IMAGE_TYPES = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'avif'];
const VIDEO_TYPES = ['webm', 'mp4', 'ogv', 'mov'];
/** Names that boards show for posters without a name. */
const NO_NAMES = ['Anonymous'];
const HAS_NAME: IndexQuery = {
  bool: { filter: [exists('name.raw'), { bool: { must_not: [{ terms: { 'name.raw': NO_NAMES } }] } }] },
};

export const HAS = {
  file: {
    query: { bool: { should: [exists('media_hash'), exists('media_type')], minimum_should_match: 1 } },
    finds: 'with a file',
    description: 'file of any type',
    words: ['media', 'attachment'],
    form: null,
  },
  image: {
    query: { terms: { media_type: IMAGE_TYPES } },
    finds: 'with a picture',
    description: null,
    words: ['picture', 'photo', 'img', 'pic'],
    form: null,
  },
  video: {
    query: { terms: { media_type: VIDEO_TYPES } },
    finds: 'with a video',
    description: null,
    words: ['webm'],
    form: null,
  },
  subject: {
    query: exists('subject'),
    finds: 'with a subject',
    description: null,
    words: ['title'],
    form: 'more',
  },
  comment: {
    query: { range: { length: { gt: 0 } } },
    finds: 'with a comment',
    description: null,
    words: ['text'],
    form: 'more',
  },
  name: {
    query: HAS_NAME,
    finds: "with a name other than the board's default",
    description: "a name other than the board's default",
    form: 'poster',
  },
  trip: {
    query: exists('tripcode'),
    finds: 'with a tripcode',
    description: null,
    words: ['tripcode'],
    form: 'poster',
  },
  email: { query: exists('email'), finds: 'with a text in the email field', description: null, form: 'poster' },
  id: { query: exists('posterid'), finds: 'with a poster id', description: null, form: 'poster' },
  country: {
    query: exists('country'),
    finds: 'with a flag',
    description: null,
    words: ['flag'],
    form: 'poster',
  },
  capcode: { query: exists('capcode'), finds: 'by staff', description: null, form: 'poster' },
  link: {
    query: exists('domains'),
    finds: 'with a link to the web',
    description: 'link to a web page',
    words: ['url'],
    form: 'links',
  },
  exif: {
    query: exists('exif'),
    finds: 'with EXIF data of a photograph',
    description: 'EXIF data of a photograph',
    words: ['metadata', 'camera'],
    form: 'file',
    since: 6,
  },
  notice: {
    query: exists('notices'),
    finds: 'to which the site added a notice of a ban, dice, a fortune or a note about a drawing',
    description: 'notice of a ban, dice, fortune, note about a drawing',
    words: ['ban', 'banned', 'dice', 'fortune'],
    form: 'more',
    since: 6,
  },
  quote: {
    query: exists('quotes'),
    finds: 'with a link to another post',
    description: 'link to a post',
    form: 'links',
  },
} as const satisfies Readonly<Record<string, KindValue>>;

export const KIND_FIELDS = [
  {
    kind: 'is',
    name: 'is',
    aliases: [],
    description: 'of this kind, or of one of several separated by commas',
    examples: [['is:sticky,closed', 'of one of these kinds; `is:sticky is:closed` of both']],
    form: null,
  },
  {
    kind: 'has',
    name: 'has',
    aliases: [],
    description: 'that have this, or one of several separated by commas',
    examples: [['has:image,video', 'with one of these']],
    form: null,
  },
] as const satisfies readonly SearchField[];
