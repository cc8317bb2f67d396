import type { Post } from '../../../../mappings/contract/post.ts';
import { postAnchor } from '../../lib/addresses.ts';
import { toggleFold } from '../../lib/folded-branches.ts';
import { t } from '../../lib/messages.ts';
import { postNumber } from './post-head.tsx';

export interface Fold {
  /** The number of posts in the branch below the post. */
  readonly count: number;
  readonly isFolded: boolean;
}

interface FoldButtonProps {
  readonly post: Post;
  readonly fold: Fold;
}

/** Folds the branch below a post in the tree of replies. Arrow keys move from one to the next (features/thread/tree-keys.ts). */
export function FoldButton({ post, fold: { count, isFolded } }: FoldButtonProps) {
  return (
    <button
      type="button"
      className="post-tool post-fold"
      data-fold=""
      aria-expanded={!isFolded}
      aria-label={t('post.branch', { count, number: postNumber(post) })}
      title={t(isFolded ? 'post.unfold' : 'post.fold')}
      onClick={() => toggleFold(`${post.board}/${post.thread}`, postAnchor(post.num, post.subnum))}
    >
      {isFolded ? '▸' : '▾'} {count}
    </button>
  );
}

export function isSameFold(one: Fold | undefined, other: Fold | undefined): boolean {
  return one?.count === other?.count && one?.isFolded === other?.isFolded;
}
