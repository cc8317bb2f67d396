import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Picture } from '../../components/post/picture.tsx';
import { postTitle } from '../../components/post/post-title.ts';
import { postAddress } from '../../lib/addresses.ts';
import { useReaderFilters } from '../../lib/filtered-posts.ts';
import { postKey, useHiddenPosts } from '../../lib/hidden-posts.ts';
import { activityQuery } from '../../lib/queries.ts';
import { t } from './texts.ts';

const LIMIT = 125;

/** The newest pictures, each with a link to its post. */
export function NewestPictures() {
  const { data } = useQuery(activityQuery());
  useReaderFilters(useMemo(() => data?.pictures ?? [], [data]));
  const hidden = useHiddenPosts();
  const posts = data?.pictures.filter((post) => !hidden.has(postKey(post))) ?? [];
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="pictures-heading">
      <h2 id="pictures-heading" className="home-heading">
        {t('home.pictures')}
      </h2>
      <ul className="newest-pictures">
        {posts.map((post) => {
          const { file, board } = post;
          return (
            file !== null && (
              <li key={postKey(post)} data-post={postKey(post)}>
                <Picture
                  file={file}
                  deleted={false}
                  limit={LIMIT}
                  spoiler={postKey(post)}
                  page={{ href: postAddress(post), name: `/${board}/ ${postTitle(post)}` }}
                />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}
