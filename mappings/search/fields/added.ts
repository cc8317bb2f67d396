/** Fields of text that the site adds to a comment (`ADDED_BY_SITE` in mappings/comment/tokens.ts). It is not part of the words of the comment. */
import type { SearchField } from '../field.ts';

export const ADDED_FIELDS = [
  {
    kind: 'text',
    name: 'exif',
    aliases: ['camera', 'metadata'],
    description: 'whose photograph has the word or "phrase" in its EXIF data',
    examples: [
      ['exif:canon', 'with the word in the EXIF data of the photograph'],
      ['exif:"iso speed rating 400"', 'with this value under this name in the EXIF data'],
    ],
    index: 'exif',
    completed: { index: 'exif_values', presentBy: { exists: { field: 'exif_values' } } },
    since: 6,
    form: { section: 'file', placeholder: 'Canon EOS' },
  },
  {
    kind: 'text',
    name: 'notice',
    aliases: ['notices'],
    description: 'to which the site added the word or "phrase": notices of bans, dice, fortunes, notes about drawings',
    examples: [
      ['notice:banned', 'with the word in a notice of staff, such as `(USER WAS BANNED FOR THIS POST)`'],
      ['notice:rolled', 'with a roll of dice; also `notice:fortune` and `notice:oekaki`'],
    ],
    index: 'notices',
    since: 6,
    form: { section: 'more' },
  },
] as const satisfies readonly SearchField[];
