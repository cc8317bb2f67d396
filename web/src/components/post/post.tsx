import { type CSSProperties, memo, useState } from 'react';
import type { Backlink } from '../../../../mappings/contract/backlinks.ts';
import type { Post as PostData } from '../../../../mappings/contract/post.ts';
import type { Highlights } from '../../../../mappings/contract/search.ts';
import { postAnchor, threadAddress } from '../../lib/addresses.ts';
import { t } from '../../lib/messages.ts';
import { subjectSearch } from '../../lib/post-searches.ts';
import { Comment } from '../comment/comment.tsx';
import type { OpenedQuotes } from '../comment/comment-rendering.ts';
import { type Fold, FoldButton, isSameFold } from './fold-button.tsx';
import { replyClass } from './foolfuuka.ts';
import { articleAttributes, postClass } from './post-attributes.ts';
import { PostFiles } from './post-files.tsx';
import { PostHead } from './post-head.tsx';
import { PostTools } from './post-tools.tsx';
import { TruncatedNotice } from './truncated-notice.tsx';

const NOWHERE: readonly Backlink[] = [];
const OP_THUMBNAIL = 250;
const THUMBNAIL = 125;

interface PostProps {
  readonly post: PostData;
  /** Numbers of the posts in the thread that quote this one. */
  readonly quotedBy: readonly number[];
  /** Posts of other threads that quote this one; they are known some time after the thread. */
  readonly elsewhere?: readonly Backlink[] | undefined;
  readonly isTarget: boolean;
  /** The reader hid it. */
  readonly isHidden?: boolean;
  /** Matches of a search in the thread. */
  readonly marks?: Highlights | undefined;
  readonly quotes?: OpenedQuotes | undefined;
  /** The names of those who wrote the posts that quote this one, by num, as far as they have names. */
  readonly names?: ReadonlyMap<number, string> | undefined;
  /** The branch below it, in the tree of replies. */
  readonly fold?: Fold | undefined;
}

interface PlacedProps {
  readonly style?: CSSProperties | undefined;
  /** A text on the line above the post. */
  readonly note?: string | undefined;
}

/** A reply on its thread's page, rerendered only when it changes: a thread may have thousands. */
export const Post = memo(
  function Post({ isTarget, style, note, ...props }: PostProps & PlacedProps) {
    const { post, marks } = props;
    return (
      <article
        className={`${replyClass(post)} ${postClass(post, isTarget)}${marks === undefined ? '' : ' post-match'}`}
        style={style}
        data-note={note}
        {...articleAttributes(post)}
      >
        <div className="post_wrapper">
          <PostOfThread {...props} />
        </div>
      </article>
    );
  },
  (a, b) => a.isTarget === b.isTarget && a.style === b.style && a.note === b.note && isSamePost(a, b),
);

/** The content of a post on a thread's page; that of the opening post is directly in the thread's element. */
export const PostOfThread = memo(function PostOfThread({
  post,
  quotedBy,
  elsewhere = NOWHERE,
  isHidden = false,
  marks,
  quotes,
  names,
  fold,
}: Omit<PostProps, 'isTarget'>) {
  return (
    <>
      <PostHead
        post={post}
        isTarget
        subjectMarks={marks?.subject}
        subjectHref={post.subject === null ? undefined : subjectSearch(post.subject)}
      >
        <PostTools post={post} isHidden={isHidden} inThread />
        {fold !== undefined && <FoldButton post={post} fold={fold} />}
        <Backlinks board={post.board} nums={quotedBy} elsewhere={elsewhere} names={names} quotes={quotes} />
      </PostHead>
      {quotes?.underHead}
      {!isHidden && <PostContent post={post} inThreadPage marks={marks} quotes={quotes} />}
    </>
  );
}, isSamePost);

function isSamePost(a: Omit<PostProps, 'isTarget'>, b: Omit<PostProps, 'isTarget'>): boolean {
  const isSameState = a.post === b.post && a.isHidden === b.isHidden && a.marks === b.marks;
  const isSameView = a.quotes === b.quotes && a.names === b.names && isSameFold(a.fold, b.fold);
  return isSameState && isSameView && a.elsewhere === b.elsewhere && sameNumbers(a.quotedBy, b.quotedBy);
}

/** A post in a preview, outside of its thread's page. */
export function PreviewPost({ post, isHidden = false, quotes }: Pick<PostProps, 'post' | 'isHidden' | 'quotes'>) {
  return (
    <article className={`post ${postClass(post, false)}`}>
      <PostHead post={post}>
        <PostTools post={post} isHidden={isHidden} />
      </PostHead>
      {!isHidden && <PostContent post={post} quotes={quotes} />}
    </article>
  );
}

interface PostContentProps extends Pick<PostProps, 'post' | 'marks' | 'quotes'> {
  readonly inThreadPage?: boolean;
}

function PostContent({ post, inThreadPage = false, marks, quotes }: PostContentProps) {
  return (
    <>
      <PostFiles
        post={post}
        marks={marks}
        limit={post.opener ? OP_THUMBNAIL : THUMBNAIL}
        opens={inThreadPage ? 'here' : 'over'}
      />
      <Comment tokens={post.tokens} place={post} inThreadPage={inThreadPage} marks={marks?.comment} quotes={quotes} />
      <TruncatedNotice post={post} />
    </>
  );
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((num, index) => num === b[index]);
}

interface BacklinksProps extends Pick<PostProps, 'names' | 'quotes'> {
  readonly board: string;
  readonly nums: readonly number[];
  readonly elsewhere: readonly Backlink[];
}

/** An opening post may have hundreds of replies; this many are shown at first. */
const IN_A_ROW = 8;

/** Links to the posts that quote this one: those of the thread, then those of other threads. */
function Backlinks({ board, nums, elsewhere, names, quotes }: BacklinksProps) {
  const [all, setAll] = useState(false);
  const count = nums.length + elsewhere.length;
  if (count === 0) return null;
  const isFolded = !all && count > IN_A_ROW + 1;
  const limit = isFolded ? IN_A_ROW : count;
  return (
    <span className={isFolded ? 'post-backlinks is-folded' : 'post-backlinks'}>
      {isFolded ? (
        <button type="button" className="text-button" aria-expanded={false} onClick={() => setAll(true)}>
          {t('post.quoted-by-count', { count })}
        </button>
      ) : (
        <span className="visually-hidden">{t('post.quoted-by')} </span>
      )}
      {nums.slice(0, limit).map((num) => (
        <a
          key={num}
          href={`#${postAnchor(num)}`}
          data-quote={`${board}/${num}`}
          aria-expanded={quotes?.isUnderHead(`${board}/${num}`) === true ? true : undefined}
        >
          {`>>${num}`}
          {names?.has(num) === true && <span> {names.get(num)}</span>}
        </a>
      ))}
      {elsewhere.slice(0, Math.max(0, limit - nums.length)).map((link) => (
        <BacklinkElsewhere key={`${link.board}/${link.num}/${link.subnum}`} board={board} link={link} />
      ))}
    </span>
  );
}

function BacklinkElsewhere({ board, link }: { readonly board: string; readonly link: Backlink }) {
  const { num, subnum, thread } = link;
  return (
    <a
      href={`${threadAddress(link.board, thread)}#${postAnchor(num, subnum)}`}
      title={link.thread_subject ?? undefined}
      className="quotelink-elsewhere"
      // Previews find posts by their num only.
      data-quote={subnum === 0 ? `${link.board}/${num}` : undefined}
    >
      {link.board === board ? `>>${num}` : `>>>/${link.board}/${num}`}
    </a>
  );
}
