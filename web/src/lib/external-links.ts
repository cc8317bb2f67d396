import type { Board } from '../../../mappings/contract/board.ts';
import type { Post } from '../../../mappings/contract/post.ts';
import { safeAddress } from './safe-link.ts';

interface ExternalLink {
  readonly name: string;
  readonly href: string;
}

interface ExternalLinks {
  /** null if the source has no page for the post. */
  readonly original: ExternalLink | null;
  /** Other archives that may have the post. */
  readonly archives: readonly ExternalLink[];
}

type PostName = Pick<Post, 'board' | 'thread' | 'num' | 'subnum'>;

/** Other places with the post. Ghost posts are written in an archive and exist only there. */
export function externalLinks(post: PostName, boards: readonly Board[] | undefined): ExternalLinks {
  const board = boards?.find(({ name }) => name === post.board);
  if (board === undefined || post.subnum > 0) return { original: null, archives: [] };
  const { source, other_archives: archives } = board;
  return {
    original: source === null ? null : linkTo(post, source.name, source.post_url),
    archives: archives
      .map(({ name, post_url: address }) => linkTo(post, name, address))
      .filter((link) => link !== null),
  };
}

function linkTo({ thread, num }: PostName, name: string, address: string | null): ExternalLink | null {
  const filled = address?.replaceAll('{thread}', String(thread)).replaceAll('{num}', String(num)) ?? null;
  const href = safeAddress(filled);
  return href === null ? null : { name, href };
}
