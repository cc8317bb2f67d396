/** Fields of a post's file. */
import type { SearchField } from '../field.ts';
import { readMd5, readSha256 } from '../values/hash.ts';

export const FILE_FIELDS = [
  {
    kind: 'text',
    name: 'file',
    aliases: ['filename', 'file.name'],
    description: 'whose file has the word or "phrase" in its name',
    examples: [
      ['file:wallpaper', 'with the word in the name of the file'],
      ['file:*paper*', 'with these letters anywhere in the name of the file'],
    ],
    index: 'media_name',
    parts: { index: 'media_name_parts', since: 6 },
    form: { section: 'file' },
  },
  {
    kind: 'exact',
    name: 'ext',
    aliases: ['filetype', 'extension'],
    description: 'whose file is of this type',
    examples: [['ext:webm,mp4', 'with a file of one of these types']],
    values: [
      ['jpg', 'picture'],
      ['png', 'picture'],
      ['gif', 'picture, often animated'],
      ['webp', 'picture'],
      ['webm', 'video'],
      ['mp4', 'video'],
      ['pdf', 'document'],
      ['swf', 'Flash'],
    ],
    index: 'media_type',
    has: 'file',
    read: (written) => {
      const type = written.toLowerCase().replace(/^[*.]+(?=[^*.])/, '');
      // The index has both spellings.
      return type === 'jpeg' ? ['jpeg', 'jpg'] : [type];
    },
    completed: {
      prefixes: (written) => [written.toLowerCase()],
      isWanted: (value, written) => value.startsWith(written),
    },
    form: { section: 'file', control: 'several' },
  },
  {
    kind: 'number',
    name: 'width',
    aliases: [],
    description: 'whose picture has this width in pixels',
    examples: [['width:>=1920', 'with a picture at least this wide']],
    values: [
      ['>=1920', 'at least'],
      ['800..1200', 'from, to'],
    ],
    index: 'media_dims_src_w',
    form: { section: 'file', placeholder: '>=1920' },
  },
  {
    kind: 'number',
    name: 'height',
    aliases: [],
    description: 'whose picture has this height in pixels',
    examples: [['height:1080', 'with a picture of exactly this height']],
    values: [
      ['>=1080', 'at least'],
      ['<=600', 'at most'],
    ],
    index: 'media_dims_src_h',
    form: { section: 'file', placeholder: '1080' },
  },
  {
    kind: 'number',
    name: 'size',
    aliases: ['filesize'],
    description: 'whose file has this size in bytes, kb, mb, gb, kib, mib or gib',
    examples: [
      ['size:1mb..5mb', 'with a file of one to five megabytes'],
      ['size:<100kb', 'with a smaller file'],
    ],
    values: [
      ['>1mb', 'more than'],
      ['<=200kb', 'at most'],
    ],
    index: 'media_size',
    unit: 'bytes',
    form: { section: 'file', placeholder: '1mb..5mb' },
  },
  {
    kind: 'exact',
    name: 'md5',
    aliases: ['hash'],
    description: 'with exactly this file, by its MD5 in base64 or hex',
    examples: [
      [
        'md5:1B2M2Y8AsgTpgAmY7PhCfg==',
        'with exactly this file, on any board; in hex `md5:d41d8cd98f00b204e9800998ecf8427e`',
      ],
    ],
    // The MD5 that the source states.
    index: 'media_hash',
    has: 'file',
    read: readMd5,
    form: { section: 'file' },
  },
  {
    kind: 'exact',
    name: 'sha256',
    aliases: ['sha'],
    description: 'with exactly this file, by its SHA-256 in hex or base64',
    examples: [
      [
        'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        'the same by SHA-256, in hex or base64',
      ],
    ],
    // The SHA-256 of the file that was fetched.
    index: 'media_hash_src',
    has: 'file',
    read: readSha256,
    form: { section: 'file' },
  },
] as const satisfies readonly SearchField[];
