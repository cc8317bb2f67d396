import type { Post } from '../../../mappings/contract/post.ts';
import { t } from './messages.ts';

const MOST = 80;

/** A thread's title: its subject, else the first line of its opening post, else its number. */
export function threadTitle({ subject, comment, num }: Pick<Post, 'subject' | 'comment' | 'num'>): string {
  const text = (subject ?? comment).trim().replaceAll(/\s+/g, ' ');
  if (text === '') return t('statistics.untitled', { num: String(num) });
  return text.length <= MOST ? text : `${text.slice(0, MOST).replace(/\s+\S*$/, '')}…`;
}
