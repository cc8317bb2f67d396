/** Compares the OpenAPI document of FoolFuuka's API with captured answers of an archive. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { FoolFuukaMedia, FoolFuukaPost } from '../../../contract/foolfuuka.ts';

type Json = Readonly<Record<string, unknown>>;
interface ThreadJson {
  readonly op: Json;
  readonly posts: Readonly<Record<string, Json>>;
}

/** Fields newer than the captured archive. */
const NEWER = ['troll_country_code', 'troll_country_name', 'since4pass', 'unique_ips'];

/** Fields of Sagasu that FoolFuuka does not have. */
const OURS = ['sha256', 'sha256t', 'replay_link'];
/** A field of Sagasu, only in posts with a shortened comment. */
const OF_LONG_COMMENTS = ['comment_truncated'];
/** A field of Sagasu, only in posts with several files. */
const OF_SEVERAL_FILES = ['extra_files'];

const folder = process.env['SAGASU_CAPTURES'];

test.skipIf(folder === undefined)('every field of a captured post is there, and of its type', () => {
  const captures = join(folder ?? '', 'foolfuuka');
  const posts = readdirSync(captures)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(captures, file), 'utf8')) as Record<string, ThreadJson>)
    .flatMap((document) => Object.values(document))
    .flatMap(({ op, posts: replies }) => [op, ...Object.values(replies)]);
  expect(posts.length).toBeGreaterThan(10);
  for (const { media, ...post } of posts) {
    expect(oddFields(FoolFuukaPost, { ...post, media: null })).toEqual([
      ...OF_LONG_COMMENTS,
      ...NEWER,
      ...OF_SEVERAL_FILES,
    ]);
    if (media !== null) expect(oddFields(FoolFuukaMedia, media as Json)).toEqual(OURS);
  }
});

/** Fields that are missing, of another type, or undocumented. */
function oddFields({ properties }: typeof FoolFuukaPost | typeof FoolFuukaMedia, json: Json): string[] {
  const isSo = (name: string, schema: TSchema) => Object.hasOwn(json, name) && Value.Check(schema, json[name]);
  const wrong = Object.entries(properties).filter(([name, schema]) => !isSo(name, schema));
  const unknown = Object.keys(json).filter((name) => !Object.hasOwn(properties, name));
  return [...wrong.map(([name]) => name), ...unknown];
}
