import type { Post } from '../../../../mappings/contract/post.ts';
import { reportAddress } from '../../lib/addresses.ts';
import { showPost } from '../../lib/hidden-posts.ts';
import { t } from '../../lib/messages.ts';
import { openPostMenu } from '../../lib/post-menu.ts';
import { postNumber } from './post-head.tsx';

interface PostToolsProps {
  readonly post: Post;
  readonly isHidden?: boolean;
  /** The post is on its thread's page. */
  readonly inThread?: boolean;
}

/** The button that opens the post's menu. For a post that the reader hid, it is the button that shows it again. */
export function PostTools({ post, isHidden = false, inThread = false }: PostToolsProps) {
  if (isHidden) {
    return (
      <button type="button" className="post-tool" onClick={() => showPost(post)}>
        {t('post.show')}
        <span className="visually-hidden"> {postNumber(post)}</span>
      </button>
    );
  }
  return (
    <>
      <button
        type="button"
        className="post-tool post-menu-button"
        aria-haspopup="menu"
        aria-label={t('post.more', { number: postNumber(post) })}
        onClick={(event) => openPostMenu({ post, button: event.currentTarget, inThread })}
      >
        ⋯
      </button>
      <noscript>
        <a className="post-tool" href={reportAddress(post)} rel="nofollow">
          {t('menu.report')}
        </a>
      </noscript>
    </>
  );
}
