import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Post } from '../../../components/post/post.tsx';
import { postAddress } from '../../../lib/addresses.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { postQuery } from '../../../lib/queries.ts';
import { t } from '../texts.ts';

interface PostPreviewProps {
  readonly board: string;
  readonly post: PostName | null;
}

const NOBODY: readonly number[] = [];

/** A preview of the post as readers see it, to avoid hiding the wrong one. */
export function PostPreview({ board, post }: PostPreviewProps) {
  // Deferred, so that typing a number stays responsive.
  const [name, { num, subnum }] = useDeferredValue([board, post ?? { num: 0, subnum: 0 }] as const);
  const { data, error, isFetching } = useQuery({
    ...postQuery(name, num, subnum),
    enabled: num > 0 && name !== '',
    staleTime: 0,
  });
  return (
    <section className="post-preview" aria-label={t('preview.name')} aria-busy={isFetching}>
      {data !== undefined && error === null && num > 0 && (
        <>
          <Post post={data} quotedBy={NOBODY} isTarget={false} />
          <p>
            <a href={postAddress(data)}>{t('preview.in-thread')}</a>
          </p>
        </>
      )}
      {num === 0 && <p className="quiet">{t('preview.placeholder')}</p>}
      {num > 0 && error !== null && !isFetching && (
        <p className="quiet">{t(isApiError(error) && error.isNotFound ? 'preview.not-visible' : 'preview.failed')}</p>
      )}
    </section>
  );
}

interface PostName {
  readonly num: number;
  readonly subnum: number;
  /** The board, if the input contains it (a link, or `>>>/g/123`). */
  readonly board: string | null;
}

/** Parses `123`, `123_4` or `123,4` (ghost post), `>>>/g/123`, and links to a post in its thread; null for other input. */
export function readPostName(text: string): PostName | null {
  const typed = text.trim();
  const plain = /^(?:>>|№|No\.)?(\d+)(?:[_,](\d+))?$/i.exec(typed);
  if (plain !== null) return named(null, plain[1], plain[2]);
  const quote = /^>>>\/([a-z0-9_-]+)\/(\d+)(?:[_,](\d+))?$/.exec(typed);
  if (quote !== null) return named(quote[1] ?? null, quote[2], quote[3]);
  const link = /(?:^|\/)([a-z0-9_-]+)\/(?:thread\/\d+.*#p?|thread\/|post\/)(\d+)(?:_(\d+))?\/?$/.exec(typed);
  return link === null ? null : named(link[1] ?? null, link[2], link[3]);
}

function named(board: string | null, num = '', subnum = '0'): PostName | null {
  const [first, second] = [Number(num), Number(subnum)];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(second) || first < 1) return null;
  return { board, num: first, subnum: second };
}
