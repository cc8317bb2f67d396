import type { PostSample } from '../../../../mappings/contract/post-sample.ts';
import { Time } from '../../components/time.tsx';
import { postAddress } from '../../lib/addresses.ts';

/** A sample of the posts that an action will change. */
export function PostSamples({ samples, label }: { readonly samples: readonly PostSample[]; readonly label: string }) {
  return (
    <ul className="post-samples" aria-label={label}>
      {samples.map((post) => (
        <li key={`${post.board} ${post.num} ${post.subnum}`}>
          <a href={postAddress(post)}>
            /{post.board}/ {post.num}
            {post.subnum > 0 && `,${post.subnum}`}
          </a>{' '}
          <span className="quiet">
            <Time iso={post.posted_at} />
          </span>{' '}
          {post.subject !== null && <strong>{post.subject} </strong>}
          {post.excerpt}
        </li>
      ))}
    </ul>
  );
}
