/** The steps of an upgrade and of the way back, each with its duration and its checks. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BOARD, POSTS_PER_THREAD, type ForgetfulSource } from './forgetful-source.ts';
import { secondsSince, type Installation } from './installation.ts';
import { threadOf, whileSearching, type Readers } from './readers.ts';
import { verificationFaults } from './verified.ts';

const LATER_THREADS = 4;
const ACCOUNT = { name: 'mika', password: 'a heron stands in the reeds' };
const DELAY = 'refreshDelayMax=3';

export interface Stage {
  readonly old: Installation;
  readonly current: Installation;
  readonly source: ForgetfulSource;
  readonly readers: Readers;
  readonly folder: string;
  /** Threads before the upgrade; at least two. */
  readonly threads: number;
  readonly say: (line: string) => void;
  /** A sentence per failure. */
  readonly faults: string[];
  /** Seconds and counts by name. */
  readonly figures: Record<string, number>;
}

/** The posts that readers must see, and those that they must not see. */
class Journal {
  readonly visible = new Map<number, string>();
  readonly gone = new Set<number>();
  key = '';
  readonly account = ACCOUNT;

  /** Removes the post in the given place of a thread from the visible ones. Returns its name for commands. */
  remove(thread: number, place: number): string {
    const num = thread * POSTS_PER_THREAD + place + 1;
    if (!this.visible.delete(num)) throw new Error(`there is no visible post ${num}`);
    this.gone.add(num);
    return `${BOARD}/${num}`;
  }
}

export async function play(stage: Stage): Promise<void> {
  const journal = new Journal();
  await fillOldVersion(stage, journal);
  await upgrade(stage, journal);
  await useNewVersion(stage, journal);
  await goBack(stage, journal);
}

/** Runs the work, and records its seconds. */
async function timed<T>({ figures, say }: Stage, name: string, work: Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work;
  figures[name] = secondsSince(began);
  say(`${name}: ${figures[name]} s`);
  return result;
}

async function check({ faults, readers, say }: Stage, title: string, journal: Journal): Promise<void> {
  const differences = await readers.differences(journal);
  say(`${title}: ${differences.length === 0 ? 'all is there' : differences.join('; ')}`);
  faults.push(...differences.map((difference) => `${title}: ${difference}`));
}

async function expectVerified(stage: Stage, title: string, version: Installation, journal: Journal): Promise<void> {
  const { faults, say } = stage;
  const [lost] = [...journal.visible.keys()];
  if (lost === undefined) throw new Error('there is no visible post');
  const rows = journal.visible.size + journal.gone.size;
  const found = await verificationFaults(version, rows, lost);
  say(`${title}: ${found.length === 0 ? `${rows} documents equal their rows` : found.join('; ')}`);
  faults.push(...found.map((fault) => `${title}: ${fault}`));
}

async function addThreads({ source, readers, faults }: Stage, journal: Journal, threads: number): Promise<void> {
  const added = await source.add(threads);
  for (const [num, comment] of added) journal.visible.set(num, comment);
  const found = await readers.untilFound(journal.visible.size);
  if (found !== journal.visible.size) faults.push(`${found} of ${journal.visible.size} posts were archived`);
  if (!(await readers.untilFetched(new Set([...added.keys()].map(threadOf))))) faults.push('files were not fetched');
}

async function expectPreflight({ current, faults }: Stage, wanted: RegExp, isThere: boolean): Promise<void> {
  const { text } = await current.sagasu(['doctor']);
  if (wanted.test(text) !== isThere)
    faults.push(`the doctor ${isThere ? 'lacks' : 'reports'} ${wanted.source}: ${text}`);
}

async function fillOldVersion(stage: Stage, journal: Journal): Promise<void> {
  const { old, folder } = stage;
  await timed(stage, 'oldStart', old.start());
  await old.succeed(['board', 'set', BOARD, DELAY]);
  await old.succeed(['account', 'add', ACCOUNT.name], `${ACCOUNT.password}\n`);
  journal.key = (await old.succeed(['key', 'add', 'mirror'])).trim().split('\n').at(-1) ?? '';
  await addThreads(stage, journal, stage.threads);
  await old.succeed(['post', 'hide', journal.remove(0, 1)]);
  await old.succeed(['post', 'purge', '--yes', journal.remove(0, 2)]);
  await check(stage, 'before the upgrade', journal);

  await expectPreflight(stage, /upgrade\.backup: there is no backup/, true);
  const key = await old.succeed(['backup', 'key']);
  await writeFile(join(folder, 'key.txt'), key);
  await timed(
    stage,
    'backup',
    old.succeed(['backup', join(folder, 'backup'), '--recipient', /age1\S+/.exec(key)?.[0] ?? '']),
  );
  await expectPreflight(stage, /upgrade\.backup/, false);
  // The backup lacks these.
  await addThreads(stage, journal, 1);
}

async function upgrade(stage: Stage, journal: Journal): Promise<void> {
  const { old, current } = stage;
  await timed(stage, 'oldStop', old.stop());
  await timed(stage, 'upgrade', current.start());
  await check(stage, 'after the upgrade', journal);
  const settings = await current.succeed(['board', 'show', BOARD]);
  if (!settings.includes(DELAY)) stage.faults.push(`the setting of the board is lost: ${settings}`);
}

/** Readers search during the rebuild; the source forgets all threads; posts are hidden and purged. */
async function useNewVersion(stage: Stage, journal: Journal): Promise<void> {
  const { current, source, readers, figures, faults } = stage;
  const rebuild = timed(stage, 'rebuild', current.succeed(['reindex', '--all']));
  const { searches, failed, partial } = await whileSearching(readers, rebuild);
  Object.assign(figures, { searches, failed, partial });
  if (failed > 0 || partial > 0)
    faults.push(`during the rebuild ${failed} searches failed and ${partial} were partial`);
  await expectVerified(stage, 'after the rebuild', current, journal);
  await addThreads(stage, journal, LATER_THREADS);
  source.forgetAll();
  const later = stage.threads + 1;
  await current.succeed(['post', 'hide', journal.remove(1, 1), journal.remove(later, 1)]);
  await current.succeed(['post', 'purge', '--yes', journal.remove(1, 2), journal.remove(later, 2)]);
  await check(stage, 'in the new version', journal);
}

async function goBack(stage: Stage, journal: Journal): Promise<void> {
  const { old, current, source, folder, faults, figures } = stage;
  const exportArchive = ['export', 'archive', join(folder, 'export'), '--for', '0.1.1'];
  await timed(stage, 'export', current.succeed(exportArchive));
  // These are newer than the first increment.
  await addThreads(stage, journal, 1);
  source.forgetAll();
  await current.succeed(['post', 'purge', '--yes', journal.remove(stage.threads + LATER_THREADS + 1, 2)]);

  const began = performance.now();
  await timed(stage, 'newStop', current.stop());
  const stores = await timed(stage, 'stores', current.startStores());
  await timed(stage, 'lastIncrement', current.succeed(exportArchive));
  old.useStores(stores);
  const { code, text } = await old.sagasu(['migrate']);
  if (code === 0) faults.push(`the old version accepts the newer database: ${text}`);
  const backup = ['restore', join(folder, 'backup'), '--key', join(folder, 'key.txt'), '--replace'];
  await timed(stage, 'restore', old.succeed(backup));
  await timed(stage, 'import', old.succeed(['import', 'archive', join(folder, 'export')]));
  old.useStores({});
  await current.stop();
  await timed(stage, 'oldStartAgain', old.start());
  figures['back'] = secondsSince(began);
  await check(stage, 'after the way back', journal);
  await timed(stage, 'verify', old.succeed(['verify']));
  await expectVerified(stage, 'after the way back', old, journal);
  figures['posts'] = journal.visible.size;
  await addThreads(stage, journal, 1);
}
