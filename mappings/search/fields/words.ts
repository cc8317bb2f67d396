/** The board, and the fields of words in a post's text. */
import type { SearchField } from '../field.ts';

export const WORD_FIELDS = [
  {
    kind: 'board',
    name: 'board',
    aliases: ['boards'],
    description: 'on this board, or on one of several separated by commas',
    examples: [
      ['board:g,ck', 'on one of these boards'],
      ['board:g', 'on this board'],
    ],
    form: null,
  },
  {
    kind: 'text',
    name: 'comment',
    aliases: ['text', 'body', 'com'],
    description: 'with the word or "phrase" in the comment',
    examples: [['comment:kernel', 'with the word in the comment']],
    index: 'comment',
    form: { section: 'text' },
  },
  {
    kind: 'text',
    name: 'subject',
    aliases: ['title', 'sub'],
    description: 'with the word or "phrase" in the subject',
    examples: [
      ['subject:"kernel general"', 'with the phrase in the subject'],
      ['subject:kernel', 'with the word in the subject'],
      ['subject:*kern*', 'with these letters anywhere in the subject; `subject:*kern` with a word that ends with them'],
    ],
    index: 'subject',
    parts: { index: 'subject_parts', since: 6 },
    form: { section: 'text' },
  },
  {
    kind: 'text',
    name: 'op.subject',
    aliases: ['op.title'],
    description: 'in threads whose opening post has this in its subject',
    examples: [['op.subject:"kernel general"', 'in threads whose opening post has this in its subject']],
    index: 'subject',
    isOfOpener: true,
    form: { section: 'thread' },
  },
  {
    kind: 'text',
    name: 'op.comment',
    aliases: ['op.text'],
    description: 'in threads whose opening post has this in its comment',
    examples: [
      ['op.comment:kernel', 'in threads whose opening post has this in its comment'],
      ['op.comment:kern*', 'in threads whose opening post has a word that begins with this'],
    ],
    index: 'comment',
    isOfOpener: true,
    form: { section: 'thread' },
  },
] as const satisfies readonly SearchField[];
