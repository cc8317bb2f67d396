import { useMemo } from 'react';
import { QuotedPost } from '../../components/post/quoted-post.tsx';
import { quotesAt } from './opened-quotes.tsx';

interface OpenedQuoteProps {
  readonly path: string;
  /** `g/123` */
  readonly quote: string;
  readonly paths: ReadonlySet<string>;
}

/** A quoted post inside of the post that quotes it. */
export function OpenedQuote({ path, quote, paths }: OpenedQuoteProps) {
  const quotes = useMemo(() => quotesAt(paths, path), [paths, path]);
  const [board = '', num = ''] = quote.split('/');
  return (
    <div className="opened-quote" data-path={path}>
      <QuotedPost board={board} num={Number(num)} quotes={quotes} />
    </div>
  );
}
