import { useMemo } from 'react';
import { QuotedPost } from '../../components/post/quoted-post.tsx';
import { quotesAt } from './opened-quotes.tsx';
import { t } from './texts.ts';

interface OpenedQuoteProps {
  readonly path: string;
  /** `g/123` */
  readonly quote: string;
  readonly paths: ReadonlySet<string>;
}

/** A quoted post inside of the post that quotes it. The list of posts closes it (opened-quotes.tsx). */
export function OpenedQuote({ path, quote, paths }: OpenedQuoteProps) {
  const quotes = useMemo(() => quotesAt(paths, path), [paths, path]);
  const [board = '', num = ''] = quote.split('/');
  return (
    <div className="opened-quote" data-path={path}>
      <button
        type="button"
        className="opened-quote-close"
        data-close-quote=""
        aria-label={t('thread.close-quote', { num })}
        title={t('thread.close-quote', { num })}
      >
        ×
      </button>
      <QuotedPost board={board} num={Number(num)} quotes={quotes} />
    </div>
  );
}
