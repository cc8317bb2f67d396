import { useQuery } from '@tanstack/react-query';
import { useIsFiltered } from '../../lib/filtered-posts.ts';
import { postKey, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { postAtHand } from '../../lib/preview-posts.ts';
import { postQuery } from '../../lib/queries.ts';
import type { OpenedQuotes } from '../comment/comment-rendering.ts';
import { ErrorMessageLine } from '../error-message.tsx';
import { t } from './menu-texts.ts';
import { PreviewPost } from './post.tsx';

interface QuotedPostProps {
  readonly board: string;
  readonly num: number;
  readonly quotes?: OpenedQuotes | undefined;
}

/** A post that another one quotes: from the page if it has the post, else from the server. Of one that the reader hid, only the head is shown. */
export function QuotedPost({ board, num, quotes }: QuotedPostProps) {
  const atHand = postAtHand(board, num);
  const { data, error } = useQuery({ ...postQuery(board, num), enabled: atHand === undefined });
  const post = atHand ?? data;
  const isFiltered = useIsFiltered(post);
  const hidden = useHiddenPosts();
  if (post !== undefined && isFiltered)
    return <PreviewPost post={post} isHidden={hidden.has(postKey(post))} quotes={quotes} />;
  if (error !== null) return <ErrorMessageLine error={error} />;
  return <p className="quiet">{t('thread.loading-post', { num: String(num) })}</p>;
}
