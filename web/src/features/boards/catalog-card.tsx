import { memo } from 'react';
import type { ThreadSummary } from '../../../../mappings/contract/thread-list.ts';
import { Time } from '../../components/time.tsx';
import { threadAddress } from '../../lib/addresses.ts';
import { formatCount } from '../../lib/format.ts';
import { Picture } from '../../components/post/post-file.tsx';
import { t } from '../../lib/messages.ts';

const THUMBNAIL = 150;
const EXCERPT = 240;

/** A thread as its picture, its counts and its first words. */
export const CatalogCard = memo(function CatalogCard({ thread }: { readonly thread: ThreadSummary }) {
  const { opener } = thread;
  const address = threadAddress(opener.board, opener.num);
  const words = opener.comment.trim().replace(/\n{2,}/g, '\n');
  const title = opener.subject ?? `No.${opener.num}`;
  return (
    <article className="catalog-card" aria-label={title}>
      {opener.file !== null && (
        <Picture
          file={opener.file}
          deleted={opener.time_deleted_file !== null}
          limit={THUMBNAIL}
          page={{ href: address, name: t('thread.number', { num: String(opener.num) }) }}
        />
      )}
      <h2>
        <a href={address}>{title}</a>
      </h2>
      <p className="catalog-counts">
        <span title={t('catalog.replies')}>
          {formatCount(thread.posts - 1)}
          <span aria-hidden="true"> ↩</span>
          <span className="visually-hidden"> {t('catalog.replies-said')}</span>
        </span>
        {thread.images > 0 && (
          <span title={t('catalog.files')}>
            {formatCount(thread.images)}
            <span aria-hidden="true"> ▣</span>
            <span className="visually-hidden"> {t('catalog.files-said')}</span>
          </span>
        )}
        <Time iso={opener.time_bumped ?? opener.time_posted} />
      </p>
      {words !== '' && (
        <p className="catalog-words">{words.length > EXCERPT ? `${words.slice(0, EXCERPT).trimEnd()}…` : words}</p>
      )}
    </article>
  );
});
