/**
 * Damages of Elasticsearch, made directly in its indices. Each returns the documents and indices that then differ from
 * their rows.
 */
import { boardAlias, postsAlias } from '../../mappings/elasticsearch/index-names.ts';
import { postChecksums } from '../../mappings/checksum.ts';
import type { World } from '../support/world.ts';

export interface DamagedDocument {
  readonly index: string;
  readonly id: string;
  readonly version: number;
  readonly source: Readonly<Record<string, unknown>> & { readonly num: number; readonly rev: number };
}

export interface Scene {
  readonly world: World;
  readonly board: string;
  /** The board's live indices, by slice. */
  readonly indices: readonly string[];
  readonly random: () => number;
  /** Takes a document that was not damaged yet, from the given index or from any. */
  pick(index?: string): DamagedDocument;
  /** Takes a num of this index that has no row. */
  freeNum(index: string): number;
}

/** `index id` for a document, or the name of an index whose aliases are wrong. */
export type Harm = readonly string[];
export type Damage = (scene: Scene) => Promise<Harm>;

const harmOf = ({ index, id }: { readonly index: string; readonly id: string }) => `${index} ${id}`;

interface Place {
  readonly index: string;
  readonly id: string;
}

async function put(
  { world }: Scene,
  { index, id }: Place,
  source: object,
  version?: { readonly version: number | string; readonly type: 'external' | 'external_gte' },
): Promise<void> {
  await world.elasticsearch.transport.request({
    method: 'PUT',
    path: `/${index}/_doc/${encodeURIComponent(id)}`,
    querystring: version === undefined ? {} : { version: version.version, version_type: version.type },
    body: source,
  });
}

async function remove({ world }: Scene, { index, id }: Place): Promise<void> {
  await world.elasticsearch.delete({ index, id });
}

const sameVersion = (version: number) => ({ version, type: 'external_gte' }) as const;

function neighbour(source: DamagedDocument['source'], num: number): Record<string, unknown> {
  const checked = { num, subnum: 0, rev: source.rev, state: 'visible' } as const;
  return { ...source, ...checked, ...postChecksums(checked) };
}

const stepped = ({ source }: DamagedDocument, step: number) => ({ ...source, h1: Number(source['h1']) + step });
const other = (scene: Scene, index: string) => scene.indices.find((name) => name !== index) ?? index;

const documentDamages: Readonly<Record<string, Damage>> = {
  async 'a document is deleted'(scene) {
    const document = scene.pick();
    await remove(scene, document);
    return [harmOf(document)];
  },
  async 'a comment is rewritten'(scene) {
    const document = scene.pick();
    await put(scene, document, { ...document.source, comment: 'never said' });
    return [harmOf(document)];
  },
  async 'a comment is rewritten under the same version'(scene) {
    const document = scene.pick();
    await put(scene, document, { ...document.source, comment: 'never said' }, sameVersion(document.version));
    return [harmOf(document)];
  },
  async 'a field is taken away under the same version'(scene) {
    const document = scene.pick();
    const { subject: _, ...source } = document.source;
    await put(scene, document, source, sameVersion(document.version));
    return [harmOf(document)];
  },
  async 'a field is added under the same version'(scene) {
    const document = scene.pick();
    await put(scene, document, { ...document.source, capcode: 'M' }, sameVersion(document.version));
    return [harmOf(document)];
  },
  async 'a state is changed and the checksums are left'(scene) {
    const document = scene.pick();
    const state = document.source['state'] === 'visible' ? 'hidden' : 'visible';
    await put(scene, document, { ...document.source, state }, sameVersion(document.version));
    return [harmOf(document)];
  },
  async 'a rev is changed and the checksums are left'(scene) {
    const document = scene.pick();
    await put(scene, document, { ...document.source, rev: document.source.rev + 1 }, sameVersion(document.version));
    return [harmOf(document)];
  },
  async 'a document is written again as it was, one version up'(scene) {
    const document = scene.pick();
    await put(scene, document, document.source);
    return [harmOf(document)];
  },
  async 'a document goes back to an older rev'(scene) {
    const document = scene.pick();
    const rev = Math.max(1, document.source.rev - 1);
    const { num, subnum, state } = document.source as unknown as { num: number; subnum: number; state: 'visible' };
    await forget(scene, document);
    await put(
      scene,
      document,
      { ...document.source, comment: 'older', rev, ...postChecksums({ num, subnum, rev, state }) },
      { version: document.version - 1, type: 'external' },
    );
    await scene.world.elasticsearch.indices.putSettings({
      index: document.index,
      settings: { 'index.gc_deletes': null },
    });
    return [harmOf(document)];
  },
  async 'a document has a version far ahead'(scene) {
    const document = scene.pick();
    await put(
      scene,
      document,
      { ...document.source, comment: 'ahead' },
      { version: document.version + 5_000_000, type: 'external' },
    );
    return [harmOf(document)];
  },
  async 'a document has the highest version there is'(scene) {
    const document = scene.pick();
    await put(
      scene,
      document,
      { ...document.source, comment: 'highest' },
      { version: '9223372036854775807', type: 'external' },
    );
    return [harmOf(document)];
  },
  async 'a document without a row appears'(scene) {
    const { index, source, version } = scene.pick();
    const num = scene.freeNum(index);
    const place = { index, id: `${scene.board}.${num}.0` };
    await put(scene, place, neighbour(source, num), sameVersion(version));
    return [harmOf(place)];
  },
  async 'a document without a row appears, of an absurd version'(scene) {
    const { index, source } = scene.pick();
    const num = scene.freeNum(index);
    const place = { index, id: `${scene.board}.${num}.0` };
    await put(scene, place, neighbour(source, num), { version: 2 ** 60, type: 'external' });
    return [harmOf(place)];
  },
  async 'a document appears twice, the second time under an odd id'(scene) {
    const { index, source } = scene.pick();
    const place = { index, id: `odd ${scene.random()}` };
    await put(scene, place, source);
    return [harmOf(place)];
  },
  async 'a document takes an odd id in place of its own'(scene) {
    const document = scene.pick();
    const place = { index: document.index, id: `${scene.board}.0${document.source.num}.0` };
    await remove(scene, document);
    await put(scene, place, document.source, sameVersion(document.version));
    return [harmOf(document), harmOf(place)];
  },
  async 'a document without a num appears'(scene) {
    const { index, source } = scene.pick();
    const { num: _, ...rest } = source;
    const place = { index, id: `numless ${scene.random()}` };
    await put(scene, place, rest);
    return [harmOf(place)];
  },
  async 'a document of another board appears'(scene) {
    const { index, source } = scene.pick();
    const place = { index, id: `elsewhere.${source.num}.0` };
    await put(scene, place, { ...source, board: 'elsewhere' });
    return [harmOf(place)];
  },
  async 'a document claims to be of another board'(scene) {
    const document = scene.pick();
    await put(scene, document, { ...document.source, board: 'elsewhere' }, sameVersion(document.version));
    return [harmOf(document)];
  },
  async 'a document is copied into another slice'(scene) {
    const { index, id, source, version } = scene.pick();
    const place = { index: other(scene, index), id };
    await put(scene, place, source, sameVersion(version));
    return [harmOf(place)];
  },
  async 'a document is moved into another slice'(scene) {
    const document = scene.pick();
    const place = { index: other(scene, document.index), id: document.id };
    await put(scene, place, document.source, sameVersion(document.version));
    await remove(scene, document);
    return [harmOf(document), harmOf(place)];
  },
  async 'two documents swap what they say'(scene) {
    const first = scene.pick();
    const second = scene.pick(first.index);
    await put(scene, first, second.source, sameVersion(first.version));
    await put(scene, second, first.source, sameVersion(second.version));
    return [harmOf(first), harmOf(second)];
  },
  async 'one document goes, and another comes with its checksums'(scene) {
    const gone = scene.pick();
    const num = scene.freeNum(gone.index);
    const place = { index: gone.index, id: `${scene.board}.${num}.0` };
    const { h1, h2 } = gone.source;
    await remove(scene, gone);
    await put(scene, place, { ...neighbour(gone.source, num), h1, h2 }, sameVersion(gone.version));
    return [harmOf(gone), harmOf(place)];
  },
  async 'two checksums change and add up to the same'(scene) {
    const first = scene.pick();
    const second = scene.pick(first.index);
    await put(scene, first, stepped(first, 1), sameVersion(first.version));
    await put(scene, second, stepped(second, -1), sameVersion(second.version));
    return [harmOf(first), harmOf(second)];
  },
};

/** Damages that an index without documents cannot show, because numbers and version are unchanged. They are repaired all the same. */
export const UNSEEN_WITHOUT_DOCUMENTS: ReadonlySet<string> = new Set([
  'a comment is rewritten under the same version',
  'a field is taken away under the same version',
  'a field is added under the same version',
]);

/** Deletes a document and its version, which Elasticsearch otherwise remembers for a minute. */
async function forget(scene: Scene, { index, id }: Place): Promise<void> {
  await scene.world.elasticsearch.indices.putSettings({ index, settings: { 'index.gc_deletes': '0s' } });
  await remove(scene, { index, id });
  await new Promise((resolve) => setTimeout(resolve, 250));
}

const pickIndex = ({ indices, random }: Scene) => indices[Math.floor(random() * indices.length)] ?? '';

const aliasDamages: Readonly<Record<string, Damage>> = {
  async 'a live index loses an alias'(scene) {
    const { world, board, random } = scene;
    const index = pickIndex(scene);
    const name = random() < 0.5 ? boardAlias(world.indexPrefix, board) : postsAlias(world.indexPrefix);
    await world.elasticsearch.indices.deleteAlias({ index, name });
    return [index];
  },
  async 'an alias hides some documents by a filter'(scene) {
    const { world, board } = scene;
    const index = pickIndex(scene);
    await world.elasticsearch.indices.putAlias({
      index,
      name: boardAlias(world.indexPrefix, board),
      filter: { term: { opener: true } },
    });
    return [index];
  },
  async 'a foreign index comes under an alias'({ world, board, random }) {
    const index = `${foreignPrefix(world)}${Math.floor(random() * 1e9)}`;
    const alias = random() < 0.5 ? boardAlias(world.indexPrefix, board) : postsAlias(world.indexPrefix);
    await world.elasticsearch.indices.create({ index, aliases: { [alias]: {} } });
    return [index];
  },
};

/** Prefix of the indices that damages create. */
function foreignPrefix({ indexPrefix }: Pick<World, 'indexPrefix'>): string {
  return `${indexPrefix}foreign-`;
}

/** Verification does not delete unknown indices, so the scenario does. */
export async function removeForeignIndices(world: World): Promise<void> {
  const indices = Object.keys(await world.elasticsearch.indices.get({ index: `${foreignPrefix(world)}*` }));
  for (const index of indices) await world.elasticsearch.indices.delete({ index });
}

export const DAMAGES: Readonly<Record<string, Damage>> = { ...documentDamages, ...aliasDamages };
