import { stringifySearch } from '../../../web/src/lib/addresses.ts';
import type { WebModule } from '../../../web/src/lib/module.ts';
import { t } from './link-texts.ts';
import { openReply } from './reply.ts';
import { ReplyLayer } from './reply-layer.tsx';

export const ghosts = {
  name: 'ghosts',
  routes: [],
  staffRoutes: [],
  staffTexts: async () => (await import('./texts/en/settings.json')).default,
  threadLinks: ({ num }, { name: board, ghosts: isAllowed }) =>
    isAllowed
      ? [
          {
            href: `/_/reply${stringifySearch({ board, thread: String(num) })}`,
            text: () => t('thread.reply'),
            onSelect: () => openReply(board, num),
          },
          { href: `/_/delete${stringifySearch({ board })}`, text: () => t('thread.delete-reply') },
        ]
      : [],
  postActions: (post, { ghosts: isAllowed }) =>
    isAllowed ? [{ text: () => t('thread.reply'), onSelect: () => openReply(post.board, post.thread, post) }] : [],
  Layer: ReplyLayer,
} as const satisfies WebModule;
