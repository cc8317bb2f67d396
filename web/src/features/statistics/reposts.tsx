import type { Post } from '../../../../mappings/contract/post.ts';
import { postAddress, searchAddress } from '../../lib/addresses.ts';
import { t } from '../../lib/messages.ts';
import { Picture } from '../../components/post/post-file.tsx';
import { postNumber } from '../../components/post/post-head.tsx';

interface RepostsProps {
  readonly board: string;
  readonly reposts: readonly { readonly posts: number; readonly newest: Post }[];
}

const THUMBNAIL = 125;

/** Files that came more than once: each as its newest post shows it, with the way to all of them. */
export function Reposts({ board, reposts }: RepostsProps) {
  return (
    <section aria-labelledby="reposts">
      <h3 id="reposts">{t('statistics.reposts')}</h3>
      {reposts.length === 0 && <p className="quiet">{t('statistics.reposts-none')}</p>}
      <ol className="reposts">
        {reposts.map(
          ({ posts, newest }) =>
            newest.file !== null && (
              <li key={newest.num}>
                <Picture
                  file={newest.file}
                  deleted={newest.time_deleted_file !== null}
                  limit={THUMBNAIL}
                  page={{ href: postAddress(newest), name: postNumber(newest) }}
                />
                {newest.file.md5 !== null && (
                  <a href={searchAddress(`board:${board} md5:${newest.file.md5}`)}>
                    {t('statistics.times', { count: posts })}
                    <span className="visually-hidden">: {t('statistics.search-file')}</span>
                  </a>
                )}
              </li>
            ),
        )}
      </ol>
    </section>
  );
}
