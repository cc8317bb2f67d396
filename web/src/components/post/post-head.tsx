import { useState } from 'react';
import type { TextRange } from '../../../../mappings/comment/plain-text.ts';
import type { Post } from '../../../../mappings/contract/post.ts';
import { Time } from '../time.tsx';
import { capcodeName } from '../../lib/capcodes.ts';
import { flagAddress } from '../../lib/flags.ts';
import { formatCountryValue } from '../../lib/format.ts';
import { postAnchor } from '../../lib/addresses.ts';
import { postId, quoteAddress } from './foolfuuka.ts';
import { IdentityLink } from './identities.tsx';
import { MarkedText } from '../comment/marked-text.tsx';
import { t } from '../../lib/messages.ts';
import { capcodeSearch, countrySearch, posterIdSearch, posterSearch, tripcodeSearch } from '../../lib/post-searches.ts';

interface PostHeadProps {
  readonly post: Post;
  /** True on the thread's page, where fragments of addresses lead to this post. */
  readonly isTarget?: boolean;
  /** A query that is added to the link to the thread. */
  readonly carried?: string | undefined;
  readonly subjectMarks?: readonly TextRange[] | undefined;
  /** Target of the subject's link; without one the subject is plain text. */
  readonly subjectHref?: string | undefined;
  readonly children?: React.ReactNode;
}

/**
 * Subject, author, time and number; children follow the number. Programs read subject and name only from elements that contain plain
 * text; these elements are hidden, and readers see links instead.
 */
export function PostHead({ post, isTarget = false, carried, subjectMarks, subjectHref, children }: PostHeadProps) {
  const subject = <MarkedText text={post.subject ?? ''} ranges={subjectMarks} />;
  const id = postId(post);
  return (
    <header className="post-top" id={isTarget ? postAnchor(post.num, post.subnum) : undefined}>
      <div className="post_data">
        {post.subject !== null && (
          <>
            <h2 className="post_title" hidden>
              {post.subject}
            </h2>
            <h2 className="post-subject">
              {subjectHref === undefined ? subject : <a href={subjectHref}>{subject}</a>}
            </h2>
          </>
        )}
        <PostAuthor post={post} />
        <span className="time_wrap">
          <Time iso={post.time_posted} />
        </span>
        <a
          className="post-num"
          id={isTarget ? `q${id}` : undefined}
          href={quoteAddress(post)}
          data-function="quote"
          data-post={id}
          data-carried={carried}
        >
          {postNumber(post)}
        </a>
        <PostLabels post={post} />
        {children}
      </div>
    </header>
  );
}

function PostAuthor({ post }: { readonly post: Post }) {
  return (
    <span className="post_poster_data">
      {post.name === null || post.name === 'Anonymous' ? (
        <span className="post_author">{post.name ?? t('post.anonymous')}</span>
      ) : (
        <>
          <span className="post_author" hidden>
            {post.name}
          </span>
          <a
            className="post-name"
            href={posterSearch({ name: post.name, tripcode: post.tripcode })}
            title={
              post.tripcode === null
                ? t('post.same-name', { name: post.name })
                : t('post.same-poster', { name: post.name, tripcode: post.tripcode })
            }
          >
            {post.name}
          </a>
        </>
      )}
      {post.tripcode !== null && (
        <>
          <span className="post_tripcode" hidden>
            {post.tripcode}
          </span>
          <a className="post-trip" href={tripcodeSearch(post.tripcode)} title={t('post.same-tripcode')}>
            {post.tripcode}
          </a>
        </>
      )}
      {post.capcode !== null && <PostCapcode capcode={post.capcode} />}
      {post.posterid !== null && (
        <a
          className="poster_hash post-id"
          href={posterIdSearch({ board: post.board, posterid: post.posterid })}
          title={t('post.same-id')}
        >
          ID:{post.posterid}
        </a>
      )}
      <IdentityLink post={post} />
      {post.country !== null && <PostCountry post={post} code={post.country} />}
      {post.email !== null && <span className="post-email">{post.email}</span>}
      {post.since4pass !== null && (
        <span className="post-pass">{t('post.pass', { year: String(post.since4pass) })}</span>
      )}
    </span>
  );
}

/** Flags specific to a board have the code `troll:xx`. */
function PostCountry({ post, code }: { readonly post: Post; readonly code: string }) {
  const own = /^troll:(.+)$/.exec(code)?.[1];
  const flag = flagAddress(code);
  const [failed, setFailed] = useState(false);
  return (
    <a
      className="post-country"
      href={countrySearch(post, code)}
      // The browser may lack names of countries that the server has.
      suppressHydrationWarning
      title={own === undefined ? t('post.same-flag') : t('post.board-flag', { flag: own })}
    >
      {flag !== null && !failed && (
        // Without an alternative text, since the name is beside it.
        <img
          className="post-flag"
          src={flag}
          width={16}
          height={12}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
      {own === undefined ? formatCountryValue(code) : ownFlagName(post, own)}
    </a>
  );
}

/** The source's name of a flag; else its code. */
function ownFlagName({ extra }: Post, code: string): string {
  const name = extra?.['flag_name'] ?? extra?.['troll_country_name'];
  return typeof name === 'string' ? name : code.toUpperCase();
}

/** The search names ranks by their letters. */
function PostCapcode({ capcode }: { readonly capcode: string }) {
  if (!/^[A-Z]$/.test(capcode)) return <span className="post-capcode">{capcodeText(capcode)}</span>;
  return (
    <a className="post-capcode" href={capcodeSearch(capcode)} title={t('post.same-capcode')}>
      {capcodeText(capcode)}
    </a>
  );
}

function PostLabels({ post }: { readonly post: Post }) {
  const labels = [
    post.sticky && ([t('post.sticky'), 'icon-pushpin'] as const),
    post.opener && post.time_archived !== null && ([t('post.archived'), null] as const),
    post.closed && ([t('post.closed'), 'icon-lock'] as const),
    post.subnum > 0 && ([t('post.ghost'), null] as const),
    post.time_deleted_post !== null && ([t('post.deleted'), 'icon-trash'] as const),
  ].filter((label) => label !== false);
  return labels.map(([label, icon]) => (
    <span className={icon === 'icon-trash' ? 'post-label post-label-deleted' : 'post-label'} key={label}>
      {icon !== null && <i className={icon} />}
      {label}
    </span>
  ));
}

export function postNumber(post: Pick<Post, 'num' | 'subnum'>): string {
  return post.subnum > 0 ? `No.${post.num},${post.subnum}` : `No.${post.num}`;
}

function capcodeText(capcode: string): string {
  return `## ${capcodeName(capcode) ?? capcode}`;
}
