import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { postAddress } from '../../../lib/addresses.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { t } from '../../../lib/messages.ts';
import { Post } from '../../../components/post/post.tsx';
import { postQuery } from '../../../lib/queries.ts';
import type { PostName } from './post-name.ts';

interface PostPreviewProps {
  readonly board: string;
  readonly post: PostName | null;
}

const NOBODY: readonly number[] = [];

/** The post as readers see it now, so that nobody hides the wrong one. */
export function PostPreview({ board, post }: PostPreviewProps) {
  // While a number is being typed, the fields come first.
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
      {num === 0 && <p className="quiet">{t('preview.before')}</p>}
      {num > 0 && error !== null && !isFetching && (
        <p className="quiet">{t(isApiError(error) && error.isNotFound ? 'preview.not-seen' : 'preview.failed')}</p>
      )}
    </section>
  );
}
