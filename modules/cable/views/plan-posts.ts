/** Plans how to store posts that have arrived. Pure: takes the stored state, returns the changes. */
import type { CablePost } from '../codec/post.ts';
import { channelKey } from './cabal.ts';
import { rankPosts } from './order.ts';

/** A post with valid form, signature and time. */
export interface ArrivedPost {
  readonly bytes: Buffer;
  readonly hash: Buffer;
  readonly post: CablePost;
}

/** A stored post, or the tombstone of a deleted one. */
export interface StoredPost {
  readonly author: Buffer;
  readonly type: number;
  readonly channel: Buffer;
  readonly rank: number;
  readonly isDeleted: boolean;
}

/** Hashes and keys are in hexadecimal. */
export interface StoredState {
  /** Contains the arrived posts that are known already, and the posts that the arrived ones link to or delete. */
  readonly posts: ReadonlyMap<string, StoredPost>;
  /** Deletes that came before their targets: claimKey → hashes of the delete posts. */
  readonly claims: ReadonlyMap<string, readonly Buffer[]>;
  readonly blocked: ReadonlySet<string>;
  /** Authors who may delete posts of others, except of each other. */
  readonly moderators: ReadonlySet<string>;
}

export interface NewPost extends ArrivedPost {
  readonly channel: Buffer;
  readonly channelName: Buffer;
  readonly rank: number;
}

export interface Deletion {
  readonly target: Buffer;
  readonly deletedBy: Buffer;
}

export interface PostPlan {
  readonly added: readonly NewPost[];
  /** Posts that are stored as tombstones only: their author or a moderator has deleted them, or the author is blocked (`deletedBy` is null). */
  readonly deletedOnArrival: readonly (NewPost & { readonly deletedBy: Buffer | null })[];
  /** Stored posts to delete. */
  readonly deleted: readonly Deletion[];
  /** The channels of delete posts. A delete of an info post belongs to all channels of its author: its channel is empty. */
  readonly channelDeletes: readonly { readonly channel: Buffer; readonly deletedBy: Buffer }[];
  /** Deletes of posts that have not arrived. */
  readonly claims: readonly (Deletion & { readonly author: Buffer })[];
  readonly blocked: number;
}

export function claimKey(target: Buffer, author: Buffer): string {
  return `${target.toString('hex')} ${author.toString('hex')}`;
}

export function planPosts(arrived: readonly ArrivedPost[], stored: StoredState): PostPlan {
  const fresh = new Map(
    arrived.map((one) => [one.hash.toString('hex'), one] as const).filter(([hash]) => !stored.posts.has(hash)),
  );
  const isBlocked = ({ post }: ArrivedPost): boolean => stored.blocked.has(post.publicKey.toString('hex'));
  const deletes = [...fresh.values()].filter((one) => !isBlocked(one)).flatMap(deletionsOf);
  const placed = place(fresh, stored);
  const placedByHash = new Map(placed.map((one) => [one.hash.toString('hex'), one]));
  const claimed = Map.groupBy(deletes, ({ target, author }) => claimKey(target, author));
  const deletedOnArrival = placed.flatMap((one): PostPlan['deletedOnArrival'] => {
    if (isBlocked(one)) return [{ ...one, deletedBy: null }];
    const [deletedBy] = claimsOn(one, stored, claimed);
    return deletedBy === undefined ? [] : [{ ...one, deletedBy }];
  });
  const gone = new Set(deletedOnArrival.map(({ hash }) => hash.toString('hex')));
  const honoured = deletes.flatMap(({ target, deletedBy, author }) => {
    const known = stored.posts.get(target.toString('hex'));
    const isHonoured = known !== undefined && known.type !== DELETE && mayDelete(author, known.author, stored);
    return isHonoured ? [{ target, deletedBy, known }] : [];
  });
  return {
    added: placed.filter(({ hash }) => !gone.has(hash.toString('hex'))),
    deletedOnArrival,
    deleted: firstOfEach(honoured.filter(({ known }) => !known.isDeleted)),
    channelDeletes: [
      ...honoured.map(({ known, deletedBy }) => ({ channel: known.channel, deletedBy })),
      ...placed.flatMap((one) =>
        isBlocked(one) ? [] : claimsOn(one, stored, claimed).map((deletedBy) => ({ channel: one.channel, deletedBy })),
      ),
    ],
    claims: deletes.filter(({ target }) => {
      const name = target.toString('hex');
      return !stored.posts.has(name) && !placedByHash.has(name);
    }),
    blocked: placed.filter(isBlocked).length,
  };
}

function deletionsOf({ post, hash }: ArrivedPost): (Deletion & { readonly author: Buffer })[] {
  if (post.type !== 'delete') return [];
  return post.hashes.map((target) => ({ target, deletedBy: hash, author: post.publicKey }));
}

function mayDelete(author: Buffer, of: Buffer, { moderators }: StoredState): boolean {
  if (author.equals(of)) return true;
  return moderators.has(author.toString('hex')) && !moderators.has(of.toString('hex'));
}

/** Returns the deletes of this post by its author and by moderators: stored ones, and those that arrived with it. */
function claimsOn(
  { hash, post }: ArrivedPost,
  stored: StoredState,
  claimed: ReadonlyMap<string, readonly Deletion[]>,
): Buffer[] {
  // A delete cannot be deleted.
  if (post.type === 'delete') return [];
  const moderators = [...stored.moderators].map((key) => Buffer.from(key, 'hex'));
  const deleters = [post.publicKey, ...moderators.filter((key) => !key.equals(post.publicKey))];
  return deleters
    .filter((author) => mayDelete(author, post.publicKey, stored))
    .flatMap((author) => {
      const key = claimKey(hash, author);
      return [...(stored.claims.get(key) ?? []), ...(claimed.get(key) ?? []).map(({ deletedBy }) => deletedBy)];
    });
}

function firstOfEach(deletions: readonly Deletion[]): Deletion[] {
  const first = new Map<string, Deletion>();
  for (const { target, deletedBy } of deletions) {
    const name = target.toString('hex');
    if (!first.has(name)) first.set(name, { target, deletedBy });
  }
  return [...first.values()];
}

function place(fresh: ReadonlyMap<string, ArrivedPost>, stored: StoredState): NewPost[] {
  const linking = [...fresh].map(([hash, { post }]) => {
    const links = post.links.map((link) => link.toString('hex'));
    return [hash, { time: post.timestamp, links }] as const;
  });
  const ranks = rankPosts(new Map(linking), new Map([...stored.posts].map(([hash, { rank }]) => [hash, rank])));
  return [...fresh].map(([hash, one]) => ({
    ...one,
    ...channelOf(one.post),
    rank: ranks.get(hash) ?? one.post.timestamp,
  }));
}

/** The type number of deletes. */
const DELETE = 1;
const NO_CHANNEL = Buffer.alloc(0);

function channelOf(post: CablePost): Pick<NewPost, 'channel' | 'channelName'> {
  if (!('channel' in post)) return { channel: NO_CHANNEL, channelName: NO_CHANNEL };
  return { channel: channelKey(post.channel), channelName: Buffer.from(post.channel, 'utf8') };
}
