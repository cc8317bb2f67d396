import type { TextRange } from '../../../../mappings/comment/plain-text.ts';
import type { Post } from '../../../../mappings/contract/post.ts';
import { Time } from '../time.tsx';
import { formatCountry } from '../../lib/format.ts';
import { IdentityLink } from './identities.tsx';
import { MarkedText } from '../comment/marked-text.tsx';
import { t } from '../../lib/messages.ts';

interface PostHeadProps {
  readonly post: Post;
  /** Target of the number's link. */
  readonly href: string;
  readonly subjectMarks?: readonly TextRange[] | undefined;
  /** Target of the subject's link; without one the subject is plain text. */
  readonly subjectHref?: string | undefined;
  readonly children?: React.ReactNode;
}

/** Subject, author, time and number; children follow the number. */
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
      <span className="post-name">{post.name ?? t('post.anonymous')}</span>
      {post.tripcode !== null && <span className="post-trip">{post.tripcode}</span>}
      {post.capcode !== null && <span className="post-capcode">{capcodeText(post.capcode)}</span>}
      {post.posterid !== null && <span className="post-id">ID:{post.posterid}</span>}
      <IdentityLink post={post} />
      {post.country !== null && <PostCountry code={post.country} />}
      {post.email !== null && <span className="post-email">{post.email}</span>}
      {post.since4pass !== null && (
        <span className="post-pass">{t('post.pass', { year: String(post.since4pass) })}</span>
      )}
    </span>
  );
}

/** Flags specific to a board have the code `troll:xx`. */
function PostCountry({ code }: { readonly code: string }) {
  const own = /^troll:(.+)$/.exec(code)?.[1];
  return (
    <abbr className="post-country" title={own === undefined ? formatCountry(code) : t('post.own-flag', { flag: own })}>
      {(own ?? code).toUpperCase()}
    </abbr>
  );
}

function PostLabels({ post }: { readonly post: Post }) {
  const labels = [
    post.sticky && t('post.sticky'),
    post.opener && post.time_archived !== null && t('post.archived'),
    post.closed && t('post.closed'),
    post.subnum > 0 && t('post.ghost'),
  ].filter((label) => label !== false);
  return (
    <>
      {labels.map((label) => (
        <span className="post-label" key={label}>
          {label}
        </span>
      ))}
      {post.time_deleted_post !== null && <span className="post-label post-label-deleted">{t('post.deleted')}</span>}
    </>
  );
}

export function postNumber(post: Pick<Post, 'num' | 'subnum'>): string {
  return post.subnum > 0 ? `No.${post.num},${post.subnum}` : `No.${post.num}`;
}

const CAPCODES = {
  A: 'capcode.admin',
  D: 'capcode.developer',
  F: 'capcode.founder',
  G: 'capcode.manager',
  M: 'capcode.mod',
  V: 'capcode.verified',
} as const;

function capcodeText(capcode: string): string {
  return `## ${isKnownCapcode(capcode) ? t(CAPCODES[capcode]) : capcode}`;
}

function isKnownCapcode(capcode: string): capcode is keyof typeof CAPCODES {
  return Object.hasOwn(CAPCODES, capcode);
}
