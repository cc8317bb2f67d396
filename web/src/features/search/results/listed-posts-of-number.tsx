import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Post } from '../../../../../mappings/contract/post.ts';
import { ErrorMessageLine } from '../../../components/error-message.tsx';
import type { PostReference } from '../../../lib/post-reference.ts';
import { HitList } from './hit-list.tsx';
import { postsOfNumberQuery } from '../queries.ts';
import { t } from './posts-of-number-texts.ts';

export function ListedPostsOfNumber({ reference }: { readonly reference: PostReference }) {
  const { board, isOnlyBoard, num, subnum, isCertain } = reference;
  const heading = useId();
  const { data, error } = useQuery(postsOfNumberQuery(num, subnum));
  const number = subnum > 0 ? `${num}_${subnum}` : String(num);
  if (data === undefined) return error !== null && isCertain ? <ErrorMessageLine error={error} /> : null;
  const posts = meantPosts(data, reference);
  if (posts.length === 0) {
    if (!isCertain) return null;
    const none =
      isOnlyBoard && board !== null
        ? t('search.no-post-of-number-on-board', { board, number })
        : t('search.no-post-of-number', { number });
    return <p className="quiet">{none}</p>;
  }
  return (
    <section className="posts-of-number" aria-labelledby={heading}>
      <h2 id={heading}>{t('search.posts-of-number', { count: posts.length, number })}</h2>
      <HitList hits={posts.map(asHit)} view={undefined} isMain={false} />
    </section>
  );
}

/** The posts of the named board come first, or alone. */
function meantPosts(posts: readonly Post[], { board, isOnlyBoard }: PostReference): readonly Post[] {
  const there = posts.filter((post) => post.board === board);
  return isOnlyBoard ? there : [...there, ...posts.filter((post) => post.board !== board)];
}

function asHit(post: Post) {
  return {
    ...post,
    highlights: {},
    thread_subject: post.opener ? post.subject : null,
    thread_title: null,
    group: null,
  };
}
