import type { Post } from '../../../../mappings/contract/post.ts';
import type { BoardStatistics } from '../../../../mappings/contract/statistics.ts';

import { Picture } from '../../components/post/picture.tsx';
import { postNumber } from '../../components/post/post-head.tsx';
import { Time } from '../../components/time.tsx';
import { postAddress, searchAddress, threadAddress } from '../../lib/addresses.ts';
import { formatCount, formatCountryValue } from '../../lib/format.ts';
import { fileKey, filesOf } from '../../lib/post-files.ts';
import { nameSearch } from '../../lib/post-searches.ts';
import { threadTitle } from '../../lib/thread-title.ts';
import { t, tRich } from './texts.ts';

interface BigThreadsProps {
  /** The id of the heading. */
  readonly id: string;
  readonly title: string;
  readonly threads: readonly { readonly posts: number; readonly opener: Post }[];
}

export function BigThreads({ id, title, threads }: BigThreadsProps) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {threads.length === 0 && <p className="quiet">{t('board.no-threads')}</p>}
      <ol className="counted-threads">
        {threads.map(({ posts, opener }) => (
          <li key={opener.num}>
            <a href={threadAddress(opener.board, opener.num)}>{threadTitle(opener)}</a>
            <span className="quiet">
              {t('unit.posts', { count: posts })} · <Time iso={opener.time_posted} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface NewNamesProps {
  readonly board: string;
  readonly names: NonNullable<BoardStatistics['recent']>['new_names'];
}

/** Names that were first used on the board in the last weeks. */
export function NewNames({ board, names }: NewNamesProps) {
  return (
    <section aria-labelledby="new-names">
      <h3 id="new-names">{t('statistics.new-names')}</h3>
      {names.length === 0 && <p className="quiet">{t('statistics.new-names-none')}</p>}
      <ol className="counted-threads">
        {names.map(({ name, posts, first }) => (
          <li key={name}>
            <a href={nameSearch(name, board)}>
              <bdi>{name}</bdi>
            </a>
            <span className="quiet">
              {t('unit.posts', { count: posts })} ·{' '}
              {tRich('statistics.since', { time: <Time key="time" iso={first} /> })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface CountriesProps {
  readonly board: string;
  readonly countries: NonNullable<BoardStatistics['recent']>['countries'];
}

const SHOWN = 15;

/** A table with bars: the most frequent countries, the others collapsed. */
export function Countries({ board, countries }: CountriesProps) {
  const most = countries[0]?.posts ?? 1;
  const rows = (some: CountriesProps['countries']) => (
    <table className="counted-bars">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('statistics.country')}</th>
          <th scope="col">{t('statistics.posts')}</th>
        </tr>
      </thead>
      <tbody>
        {some.map(({ country, posts }) => (
          <tr key={country}>
            <th scope="row">
              <a href={searchAddress(`board:${board} country:${country}`)}>{formatCountryValue(country)}</a>
            </th>
            <td style={{ ['--share' as string]: `${((posts / most) * 100).toFixed(1)}%` }}>{formatCount(posts)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <section aria-labelledby="countries">
      <h3 id="countries">{t('statistics.countries')}</h3>
      {countries.length === 0 && <p className="quiet">{t('statistics.countries-none')}</p>}
      {countries.length > 0 && rows(countries.slice(0, SHOWN))}
      {countries.length > SHOWN && (
        <details className="statistics-table">
          <summary>{t('statistics.countries-more', { count: countries.length - SHOWN })}</summary>
          {rows(countries.slice(SHOWN))}
        </details>
      )}
    </section>
  );
}

interface RepostsProps {
  readonly board: string;
  readonly reposts: readonly { readonly md5: string; readonly posts: number; readonly newest: Post }[];
}

const THUMBNAIL = 125;

/** Files that were posted more than once, each with its newest post and a link to all of them. */
export function Reposts({ board, reposts }: RepostsProps) {
  return (
    <section aria-labelledby="reposts">
      <h3 id="reposts">{t('statistics.reposts')}</h3>
      {reposts.length === 0 && <p className="quiet">{t('statistics.reposts-none')}</p>}
      <ol className="reposts">
        {reposts.map(({ md5, posts, newest }) => {
          const post = filesOf(newest).find(({ file }) => file.md5 === md5);
          if (post === undefined) return null;
          return (
            <li key={md5}>
              <Picture
                file={post.file}
                deleted={post.time_deleted_file !== null}
                limit={THUMBNAIL}
                spoiler={fileKey(post)}
                page={{ href: postAddress(newest), name: postNumber(newest) }}
              />
              <a href={searchAddress(`board:${board} md5:${md5}`)}>
                {t('statistics.times', { count: posts })}
                <span className="visually-hidden">: {t('statistics.search-file')}</span>
              </a>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
