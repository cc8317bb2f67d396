import { lazy, Suspense } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import { useOpenMenu } from '../../lib/post-menu.ts';

const PostMenu = lazy(async () => ({ default: (await import('./post-menu.tsx')).PostMenu }));

interface PostMenuLayerProps {
  /** Further items at the beginning, such as those for staff; the menu opens when they are loaded. Each is a `MenuLink` or a `MenuButton`. */
  readonly more?: (post: Post) => React.ReactNode;
}

/** The menu of a post, above the page, since posts clip overflowing content. */
export function PostMenuLayer({ more }: PostMenuLayerProps) {
  const menu = useOpenMenu();
  if (menu === null) return null;
  return (
    <Suspense>
      <PostMenu key={postKey(menu.post)} menu={menu} more={more?.(menu.post)} />
    </Suspense>
  );
}
