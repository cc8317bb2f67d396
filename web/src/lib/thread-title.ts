import type { Post } from '../../../mappings/contract/post.ts';
import { titleOfOpening } from '../../../mappings/thread-title.ts';
import { t } from './messages.ts';

/** The title of the thread with this opening post: its subject or first words, else its number. */
export function threadTitle(opener: Pick<Post, 'subject' | 'tokens' | 'num'>): string {
  return titleOfOpening(opener) ?? t('thread.number', { num: String(opener.num) });
}
