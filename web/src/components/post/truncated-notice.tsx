import type { Post } from '../../../../mappings/contract/post.ts';
import { wholeCommentAddress } from '../../lib/addresses.ts';
import { t } from '../../lib/messages.ts';

/** Shown below a comment if the answer contains only its beginning. */
export function TruncatedNotice({ post }: { readonly post: Post }) {
  if (post.comment_truncated !== true) return null;
  return (
    <p className="comment-truncated" role="note">
      {t('post.truncated')} <a href={wholeCommentAddress(post)}>{t('post.whole-text')}</a>
    </p>
  );
}
