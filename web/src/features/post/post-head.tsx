import type { TextRange } from '../../../../mappings/comment/plain-text.ts';
import type { Post } from '../../../../server/contract/post.ts';
import { Time } from '../../components/time.tsx';
import { formatCountry } from '../../lib/format.ts';
import { MarkedText } from './marked-text.tsx';

interface PostHeadProps {
  readonly post: Post;
  /** Where the number leads. */
  readonly href: string;
  readonly subjectMarks?: readonly TextRange[] | undefined;
  /** Where the subject leads; it stays text on the page that it would lead to. */
  readonly subjectHref?: string | undefined;
  readonly children?: React.ReactNode;
}

/** Who, when, which number. What stands after the number is given as children. */
export function PostHead({ post, href, subjectMarks, subjectHref, children }: PostHeadProps) {
  const subject = post.subject !== null && <MarkedText text={post.subject} ranges={subjectMarks} />;
  return (
    <header className="post-head">
      {subject !== false && (
        <span className="post-subject">
          {subjectHref === undefined ? subject : <a href={subjectHref}>{subject}</a>}
        </span>
      )}
      <PostAuthor post={post} />
      <Time iso={post.time_posted} />
      <a className="post-num" href={href}>
        {postNumber(post)}
      </a>
      <PostLabels post={post} />
      {children}
    </header>
  );
}

function PostAuthor({ post }: { readonly post: Post }) {
  return (
    <span className="post-author">
      <span className="post-name">{post.name ?? 'Anonymous'}</span>
      {post.tripcode !== null && <span className="post-trip">{post.tripcode}</span>}
      {post.capcode !== null && <span className="post-capcode">{capcodeText(post.capcode)}</span>}
      {post.posterid !== null && <span className="post-id">ID:{post.posterid}</span>}
      {post.country !== null && <PostCountry code={post.country} />}
      {post.email !== null && <span className="post-email">{post.email}</span>}
      {post.since4pass !== null && <span className="post-pass">pass since {post.since4pass}</span>}
    </span>
  );
}

/** A board's own flags come as `troll:xx`. */
function PostCountry({ code }: { readonly code: string }) {
  const own = /^troll:(.+)$/.exec(code)?.[1];
  return (
    <abbr className="post-country" title={own === undefined ? formatCountry(code) : `The board’s own flag “${own}”`}>
      {(own ?? code).toUpperCase()}
    </abbr>
  );
}

function PostLabels({ post }: { readonly post: Post }) {
  const labels = [
    post.sticky && 'Sticky',
    post.opener && post.time_archived !== null && 'Archived',
    post.closed && 'Closed',
    post.subnum > 0 && 'Ghost',
  ].filter((label) => label !== false);
  return (
    <>
      {labels.map((label) => (
        <span className="post-label" key={label}>
          {label}
        </span>
      ))}
      {post.time_deleted_post !== null && <span className="post-label post-label-deleted">Deleted</span>}
    </>
  );
}

export function postNumber(post: Pick<Post, 'num' | 'subnum'>): string {
  return post.subnum > 0 ? `No.${post.num},${post.subnum}` : `No.${post.num}`;
}

const CAPCODES: Readonly<Record<string, string>> = {
  A: 'Admin',
  D: 'Developer',
  F: 'Founder',
  G: 'Manager',
  M: 'Mod',
  V: 'Verified',
};

function capcodeText(capcode: string): string {
  return `## ${CAPCODES[capcode] ?? capcode}`;
}
