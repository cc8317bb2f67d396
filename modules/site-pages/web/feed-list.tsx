import { useQuery } from '@tanstack/react-query';
import { announce } from '../../../web/src/lib/announce.ts';
import { copyText } from '../../../web/src/lib/clipboard.ts';
import { boardsQuery } from '../../../web/src/lib/queries.ts';
import { t } from './texts.ts';

const FEED = '/api/v1/search/feed';
const FORMATS = [
  ['Atom', 'atom'],
  ['JSON Feed', 'json'],
] as const;

/** Feeds of all boards, of each board and of threads, and a form for that of a search, which works without scripts. */
export function FeedList() {
  const { data: boards = [] } = useQuery(boardsQuery());
  return (
    <>
      <form className="site-feed-form" aria-label={t('feeds.search')} action={`${FEED}.atom`}>
        <label>
          <span>{t('feeds.search')}</span>
          <input name="q" type="text" autoComplete="off" spellCheck={false} aria-label={t('feeds.search')} />
        </label>
        <button type="submit" className="button">
          {t('feeds.open')}
        </button>
      </form>
      <ul className="site-feeds">
        <Feed name={t('feeds.all')} q="" />
        {boards.flatMap(({ name }) => [
          <Feed key={name} name={`/${name}/: ${t('feeds.posts')}`} q={`board:${name}`} />,
          <Feed key={`${name} threads`} name={`/${name}/: ${t('feeds.threads')}`} q={`board:${name} is:op`} />,
        ])}
        {boards[0] !== undefined && (
          <Feed name={t('feeds.thread', { board: boards[0].name })} q={`board:${boards[0].name} thread:123`} />
        )}
      </ul>
    </>
  );
}

function Feed({ name, q }: { readonly name: string; readonly q: string }) {
  return (
    <li>
      <span>
        {name} {q !== '' && <code>{q}</code>}
      </span>
      {FORMATS.map(([format, ending]) => {
        const address = `${FEED}.${ending}${q === '' ? '' : `?${new URLSearchParams({ q }).toString()}`}`;
        const copy = async () => {
          const isCopied = await copyText(new URL(address, window.location.href).href);
          announce(t(isCopied ? 'feeds.copied' : 'feeds.not-copied'));
        };
        return (
          <span key={ending} className="site-feed">
            {/* The file is no page: `download` keeps the pages' router from opening it. */}
            <a href={address} aria-label={`${format}: ${name}`} download>
              {format}
            </a>
            <button
              type="button"
              className="text-button"
              aria-label={t('feeds.copy-address', { feed: `${name}, ${format}` })}
              onClick={() => void copy()}
            >
              {t('feeds.copy')}
            </button>
          </span>
        );
      })}
    </li>
  );
}
