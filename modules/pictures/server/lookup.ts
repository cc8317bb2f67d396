/** `similar:9f86…`. */
import { toError } from '../../../platform/errors.ts';
import { prepared } from '../../../platform/postgres.ts';
import { toUnavailable } from '../../../platform/postgres-errors.ts';
import { UnknownValueError, type FoundTerms, type Lookups } from '../../../server/search/plan/lookup.ts';
import type { LookupStores } from '../../../server/search/plan/lookup-stores.ts';
import { MAX_BITS, MAX_FILES } from '../limits.ts';
import { readPictureHashes } from '../picture-hashes.ts';
import { parseSimilar } from '../value.ts';

/** Relative to a page of hits. */
const COST = 2;

/**
 * A file that readers may see. Index: images_sha256_key, difference_hashes_pkey, posts_media_hash_src, post_files_media_hash_src. $1
 * SHA-256.
 */
const SELECT_HASHES = `
  select i.perceptual_hash::text as perceptual,
      array(select one::text from difference_hashes d cross join lateral (values (d.hash), (d.mirrored)) of_file (one)
             where d.image_id = i.id) as differences
    from images i
   where i.sha256 = $1 and not i.banned and exists (select from files_of_posts p where p.media_hash_src = i.sha256 and not p.hidden)`;

/**
 * The smaller distance counts of a file that is found by both kinds of hashes. Their migrations name the indexes; also images_sha256_key.
 * $1 perceptual hash, $2 difference hashes, $3 bits, $4 files.
 */
const SELECT_NEAR = `
  select encode(sha256, 'hex') as sha256, min(distance) as distance
    from (select i.id, n.sha256, n.distance from near_pictures($1, $3, $4) n join images i using (sha256)
           union all
          select image_id, sha256, distance from near_differences($2, $3, $4)) near
   group by id, sha256 order by min(distance), id desc limit $4`;

export function pictureLookups({ pool }: Pick<LookupStores, 'pool'>): Lookups {
  const hashesOf = async (hash: string) => {
    const ofPicture = readPictureHashes(hash);
    if (ofPicture !== null) return ofPicture;
    const { rows } = await pool.query<{ perceptual: string | null; differences: readonly string[] }>(
      prepared(SELECT_HASHES, [Buffer.from(hash, 'hex')]),
    );
    const [file] = rows;
    if (file === undefined) {
      throw new UnknownValueError(
        'file_unknown',
        'The archive has no such file. To search for a picture of your own, drop or paste it on a page, or choose it.',
      );
    }
    if (file.perceptual === null) {
      throw new UnknownValueError(
        'file_not_compared',
        'This file is not a picture that can be compared. Search for it by sha256: instead.',
      );
    }
    return file;
  };
  const near = async (value: string): Promise<FoundTerms[]> => {
    const { hash, bits } = parseSimilar(value);
    const { perceptual, differences } = await hashesOf(hash);
    const { rows } = await pool.query<{ sha256: string; distance: number }>(
      prepared(SELECT_NEAR, [perceptual, differences, bits, MAX_FILES]),
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
