/** `similar:9f86…`. */
import { toError } from '../../../platform/errors.ts';
import { prepared } from '../../../platform/postgres.ts';
import { toUnavailable } from '../../../platform/postgres-errors.ts';
import { UnknownValueError, type FoundTerms, type Lookups } from '../../../server/search/plan/lookup.ts';
import type { LookupStores } from '../../../server/search/plan/lookup-stores.ts';
import { MAX_BITS, MAX_FILES } from '../limits.ts';
import { parseSimilar } from '../value.ts';

/** Relative to a page of hits. */
const COST = 2;

/** A file that readers may see. Index: images_sha256_key, posts_media_hash_src, post_files_media_hash_src. $1 SHA-256. */
const SELECT_HASH = `
  select i.perceptual_hash::text as hash from images i
   where i.sha256 = $1 and not i.banned and exists (select from files_of_posts p where p.media_hash_src = i.sha256 and not p.hidden)`;

/** Its migration names the indexes. $1 perceptual hash, $2 bits, $3 files. */
const SELECT_NEAR = `select encode(sha256, 'hex') as sha256, distance from near_pictures($1, $2, $3)`;

export function pictureLookups({ pool }: Pick<LookupStores, 'pool'>): Lookups {
  const hashOf = async (hash: string) => {
    if (hash.length === 16) return BigInt.asIntN(64, BigInt(`0x${hash}`)).toString();
    const { rows } = await pool.query<{ hash: string | null }>(prepared(SELECT_HASH, [Buffer.from(hash, 'hex')]));
    const [file] = rows;
    if (file === undefined) {
      throw new UnknownValueError(
        'file_unknown',
        'The archive has no such file. To search for a picture of your own, drop or paste it on a page, or choose it.',
      );
    }
    if (file.hash === null) {
      throw new UnknownValueError(
        'file_not_compared',
        'This file is not a picture that can be compared. Search for it by sha256: instead.',
      );
    }
    return file.hash;
  };
  const near = async (value: string): Promise<FoundTerms[]> => {
    const { hash, bits } = parseSimilar(value);
    const wanted = await hashOf(hash);
    const { rows } = await pool.query<{ sha256: string; distance: number }>(
      prepared(SELECT_NEAR, [wanted, bits, MAX_FILES]),
    );
    return [...Map.groupBy(rows, ({ distance }) => distance)].map(([distance, files]) => ({
      index: 'media_hash_src' as const,
      values: files.map(({ sha256 }) => sha256),
      score: scoreOf(distance),
    }));
  };
  return {
    async similar(value, request) {
      await request.payer.chargeQuery(`similar:${value}`, COST);
      return near(value).catch(async (error: unknown) =>
        Promise.reject(error instanceof UnknownValueError ? error : toUnavailable(toError(error))),
      );
    },
  };
}

/** Nearer pictures come first, however new the others are: bonuses of `sort:relevance` multiply a score by less than 2. */
function scoreOf(distance: number): number {
  return 2 ** (MAX_BITS - distance);
}
