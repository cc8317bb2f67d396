import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { FeedLinks } from '../../components/feed-links.tsx';
import { threadZipAddress } from '../../lib/addresses.ts';
import { t } from './texts.ts';
import { FootLinks } from './thread-feet.tsx';
import { closeFiles, expandFiles, useAllExpanded } from '../../lib/opened-files.ts';
import { externalLinks } from '../../lib/external-links.ts';
import { boardsQuery } from '../../lib/queries.ts';
import { useIsPainted } from '../../lib/rendering.ts';
import { FOREIGN_LINK } from '../../lib/safe-link.ts';
import { useModules } from '../../lib/use-modules.ts';
import { fileKey, filesOf } from '../../lib/post-files.ts';
import { isViewable } from '../../lib/viewer.ts';

interface ThreadToolsProps {
  readonly thread: Thread;
  /** The shown posts. */
  readonly posts: readonly Post[];
  /** Called with the name of the module whose part below the posts the reader asks for. */
  readonly onAsk: (name: string) => void;
}

/** A button that expands all files of the thread in place, and links to the thread as a zip file and at its source. */
export function ThreadTools({ thread, posts, onAsk }: ThreadToolsProps) {
  return (
    <p className="thread-tools scroll-cue">
      <FeedLinks q={`board:${thread.board} thread:${thread.num}`} />
      <ExpandAll posts={posts} />
      <a href={threadZipAddress(thread.board, thread.num)} download>
        {t('thread.download')}
      </a>
      <FootLinks thread={thread} onAsk={onAsk} />
      <ModuleLinks thread={thread} />
      <Original thread={thread} />
    </p>
  );
}

function ExpandAll({ posts }: { readonly posts: readonly Post[] }) {
  const keys = useMemo(() => posts.flatMap(filesOf).filter(isViewable).map(fileKey), [posts]);
  const isExpanded = useAllExpanded(keys);
  if (keys.length < 2) return null;
  return (
    <button type="button" className="text-button" onClick={() => (isExpanded ? closeFiles(keys) : expandFiles(keys))}>
      {isExpanded ? t('thread.close-all') : t('thread.expand-all', { count: keys.length })}
    </button>
  );
}

function ModuleLinks({ thread }: { readonly thread: Thread }) {
  const { data: boards } = useQuery({ ...boardsQuery(), enabled: useIsPainted(thread.num) });
  const modules = useModules();
  const board = boards?.find(({ name }) => name === thread.board);
  if (board === undefined) return null;
  return modules
    .flatMap(({ threadLinks }) => threadLinks?.(thread, board) ?? [])
    .map(({ href, text, onSelect }) => (
      <a
        key={href}
        href={href}
        rel="noopener nofollow"
        onClick={(event) => {
          if (onSelect === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onSelect();
        }}
      >
        {text()}
      </a>
    ));
}

/** The boards are requested after the posts are painted; the space of this line is reserved from the start. */
function Original({ thread: { board, num } }: { readonly thread: Thread }) {
  const { data: boards } = useQuery({ ...boardsQuery(), enabled: useIsPainted(num) });
  const { original } = externalLinks({ board, thread: num, num, subnum: 0 }, boards);
  if (original === null) return null;
  return (
    <a href={original.href} {...FOREIGN_LINK}>
      {t('thread.original', { site: original.name })}
    </a>
  );
}
