import type { Post } from '../../../mappings/contract/post.ts';
import { t } from './messages.ts';

const MAX_CHARACTERS = 80;

/** A thread's title: its subject, else the first line of its opening post (shortened), else its number. */
export function threadTitle({ subject, comment, num }: Pick<Post, 'subject' | 'comment' | 'num'>): string {
  if (subject !== null && subject.trim() !== '') return subject.trim();
  const line = comment
    .split('\n')
    .map((text) => text.trim())
    .find((text) => text !== '');
  if (line === undefined) return t('thread.number', { num: String(num) });
  return line.length <= MAX_CHARACTERS ? line : `${line.slice(0, MAX_CHARACTERS).replace(/\s+\S*$/, '')}…`;
}
