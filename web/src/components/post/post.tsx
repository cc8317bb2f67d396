import { memo, useState } from 'react';
import type { Post as PostData } from '../../../../mappings/contract/post.ts';
import { postAddress, postAnchor } from '../../lib/addresses.ts';
import { t } from '../../lib/messages.ts';
import { Comment } from '../comment/comment.tsx';
import { FileLine, Picture } from './post-file.tsx';
import { PostHead, postNumber } from './post-head.tsx';
import { PostTools } from './post-tools.tsx';

const OP_THUMBNAIL = 250;
const THUMBNAIL = 125;

interface PostProps {
  readonly post: PostData;
  /** Numbers of the posts in the thread that quote this one. */
  readonly quotedBy: readonly number[];
  readonly isTarget: boolean;
  /** The reader hid it. */
  readonly isHidden?: boolean;
}

/** A post on its thread's page, rerendered only when it changes: a thread may have thousands. */
export const Post = memo(
  function Post({ post, quotedBy, isTarget, isHidden = false }: PostProps) {
    const anchor = postAnchor(post.num, post.subnum);
    return (
      <article
        id={anchor}
        className={postClass(post, isTarget)}
        tabIndex={-1}
        aria-label={t('post.by', { number: postNumber(post), name: post.name ?? t('post.anonymous') })}
      >
        <PostHead post={post} href={`#${anchor}`}>
          <Backlinks board={post.board} nums={quotedBy} />
          <PostTools post={post} isHidden={isHidden} />
        </PostHead>
        {!isHidden && <PostContent post={post} inThreadPage />}
      </article>
    );
  },
  (a, b) =>
    a.post === b.post && a.isTarget === b.isTarget && a.isHidden === b.isHidden && sameNumbers(a.quotedBy, b.quotedBy),
);

/** A post in a preview, outside of its thread's page. */
export function PreviewPost({ post }: { readonly post: PostData }) {
  return (
    <article className={postClass(post, false)}>
      <PostHead post={post} href={postAddress(post)} />
      <PostContent post={post} />
    </article>
  );
}

function PostContent({ post, inThreadPage = false }: { readonly post: PostData; readonly inThreadPage?: boolean }) {
  const { file } = post;
  return (
    <>
      {file !== null && (
        <>
          <FileLine file={file} />
          <Picture
            file={file}
            deleted={post.time_deleted_file !== null}
            limit={post.opener ? OP_THUMBNAIL : THUMBNAIL}
          />
        </>
      )}
      <Comment tokens={post.tokens} place={post} inThreadPage={inThreadPage} />
    </>
  );
}

/** These class names are stable: user styles and scripts rely on them. */
export function postClass(post: PostData, isTarget: boolean): string {
  return [
    'post',
    post.opener ? 'post-op' : 'post-reply',
    post.subnum > 0 && 'post-ghost',
    post.time_deleted_post !== null && 'post-deleted',
    isTarget && 'post-target',
  ]
    .filter(Boolean)
    .join(' ');
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((num, index) => num === b[index]);
}

interface BacklinksProps {
  readonly board: string;
  readonly nums: readonly number[];
}

/** An opening post may have hundreds of replies; this many are shown at first. */
const IN_A_ROW = 8;

/** Links to the posts of the thread that quote this one. */
function Backlinks({ board, nums }: BacklinksProps) {
  const [all, setAll] = useState(false);
  if (nums.length === 0) return null;
  const shown = all || nums.length <= IN_A_ROW + 1 ? nums : nums.slice(0, IN_A_ROW);
  return (
    <span className="post-backlinks">
      <span className="visually-hidden">{t('post.quoted-by')} </span>
      {shown.map((num) => (
        <a key={num} href={`#${postAnchor(num)}`} data-quote={`${board}/${num}`}>
          {`>>${num}`}
        </a>
      ))}
      {shown.length < nums.length && (
        <button type="button" className="text-button" onClick={() => setAll(true)}>
          {t('post.backlinks-more', { count: nums.length - shown.length })}
        </button>
      )}
    </span>
  );
}
