import { useState } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import { postAddress, threadAddress } from '../../lib/addresses.ts';
import { Comment } from '../../components/comment/comment.tsx';
import { FileLine, Picture } from '../../components/post/post-file.tsx';
import { PostHead, postNumber } from '../../components/post/post-head.tsx';
import { postClass } from '../../components/post/post.tsx';
import { excerptOf } from '../../components/post/excerpt.ts';
import { t } from '../../lib/messages.ts';

const OP_THUMBNAIL = 200;
const THUMBNAIL = 100;

/** A post as a list of threads shows it: long comments cut. */
export function ListedPost({ post }: { readonly post: Post }) {
  const { file, opener } = post;
  const [whole, setWhole] = useState(false);
  const { part, cutBefore, cutAfter } = excerptOf(post.comment, undefined);
  const isCut = cutBefore || cutAfter;
  return (
    <article
      className={postClass(post, false)}
      aria-label={t('post.by', { number: postNumber(post), name: post.name ?? t('post.anonymous') })}
    >
      <PostHead
        post={post}
        href={postAddress(post)}
        subjectHref={opener ? threadAddress(post.board, post.thread) : undefined}
      />
      {file !== null && (
        <>
          <FileLine file={file} />
          <Picture file={file} deleted={post.time_deleted_file !== null} limit={opener ? OP_THUMBNAIL : THUMBNAIL} />
        </>
      )}
      <Comment tokens={post.tokens} place={post} part={isCut && !whole ? part : undefined} />
      {isCut && (
        <button type="button" className="quiet-button hit-more" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {t(whole ? 'post.show-less' : 'post.show-whole')}
        </button>
      )}
    </article>
  );
}
