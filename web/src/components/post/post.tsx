import { type CSSProperties, memo, useState } from 'react';
import type { Post as PostData } from '../../../../mappings/contract/post.ts';
import type { Highlights } from '../../../../mappings/contract/search.ts';
import { postAnchor } from '../../lib/addresses.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import { t } from '../../lib/messages.ts';
import { subjectSearch } from '../../lib/post-searches.ts';
import { Comment } from '../comment/comment.tsx';
import { postAttributes, postId, replyClass } from './foolfuuka.ts';
import { FileLine } from './post-file.tsx';
import { PostHead, postNumber } from './post-head.tsx';
import { PostPicture } from './post-picture.tsx';
import { PostTools } from './post-tools.tsx';
import { TruncatedNotice } from './truncated-notice.tsx';

const OP_THUMBNAIL = 250;
const THUMBNAIL = 125;

interface PostProps {
  readonly post: PostData;
  /** Numbers of the posts in the thread that quote this one. */
  readonly quotedBy: readonly number[];
  readonly isTarget: boolean;
  /** The reader hid it. */
  readonly isHidden?: boolean;
  /** Matches of a search in the thread. */
  readonly marks?: Highlights | undefined;
}

/** A reply on its thread's page, rerendered only when it changes: a thread may have thousands. */
export const Post = memo(
  function Post({ isTarget, style, ...props }: PostProps & { readonly style?: CSSProperties | undefined }) {
    const { post, marks } = props;
    return (
      <article
        className={`${replyClass(post)} ${postClass(post, isTarget)}${marks === undefined ? '' : ' post-match'}`}
        style={style}
        {...articleAttributes(post)}
      >
        <div className="post_wrapper">
          <PostOfThread {...props} />
        </div>
      </article>
    );
  },
  (a, b) => a.isTarget === b.isTarget && a.style === b.style && isSamePost(a, b),
);

/** The content of a post on a thread's page; that of the opening post is directly in the thread's element. */
export const PostOfThread = memo(function PostOfThread({
  post,
  quotedBy,
  isHidden = false,
  marks,
}: Omit<PostProps, 'isTarget'>) {
  return (
    <>
      <PostHead
        post={post}
        isTarget
        subjectMarks={marks?.subject}
        subjectHref={post.subject === null ? undefined : subjectSearch(post.subject)}
      >
        <Backlinks board={post.board} nums={quotedBy} />
        <PostTools post={post} isHidden={isHidden} inThread />
      </PostHead>
      {!isHidden && <PostContent post={post} inThreadPage marks={marks} />}
    </>
  );
}, isSamePost);

function isSamePost(a: Omit<PostProps, 'isTarget'>, b: Omit<PostProps, 'isTarget'>): boolean {
  return a.post === b.post && a.isHidden === b.isHidden && a.marks === b.marks && sameNumbers(a.quotedBy, b.quotedBy);
}

/** Attributes of the element of a post in a list or thread. */
export function articleAttributes(post: PostData) {
  return {
    id: postId(post),
    ...postAttributes(post),
    ['data-post' as string]: postKey(post),
    tabIndex: -1,
    'aria-label': t('post.by', { number: postNumber(post), name: post.name ?? t('post.anonymous') }),
  };
}

/** A post in a preview, outside of its thread's page. */
export function PreviewPost({ post }: { readonly post: PostData }) {
  return (
    <article className={`post ${postClass(post, false)}`}>
      <PostHead post={post}>
        <PostTools post={post} />
      </PostHead>
      <PostContent post={post} />
    </article>
  );
}

interface PostContentProps extends Pick<PostProps, 'post' | 'marks'> {
  readonly inThreadPage?: boolean;
}

function PostContent({ post, inThreadPage = false, marks }: PostContentProps) {
  const { file } = post;
  return (
    <>
      {file !== null && (
        <>
          <FileLine file={file} marks={marks?.media_name} />
          <PostPicture
            post={post}
            file={file}
            limit={post.opener ? OP_THUMBNAIL : THUMBNAIL}
            opens={inThreadPage ? 'here' : 'over'}
          />
        </>
      )}
      <Comment tokens={post.tokens} place={post} inThreadPage={inThreadPage} marks={marks?.comment} />
      <TruncatedNotice post={post} />
    </>
  );
}

/** Our class names, beside those of FoolFuuka (components/post/foolfuuka.ts). They are stable: user styles and scripts rely on them. */
export function postClass(post: PostData, isTarget: boolean): string {
  return [
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
