/** The stable part of an opening post's subject: the same for all editions of a general. */
import { foldPlain } from '../../../mappings/text-analysis/fold.ts';
import { MAX_NAME } from '../limits.ts';
import { BOARDS_OF_4CHAN, NOT_A_GENERAL, PLAIN_WORDS, SENTENCE_WORDS } from './words.ts';

export interface SubjectKeys {
  /** `dpt` of `/dpt/ - Daily Programming Thread`. */
  readonly tag: string | null;
  /** The words without numbers, dates and the words of editions: `daily-programming`. */
  readonly words: string | null;
  /** The words alone name a general, such as those of `Screenshot General #12`. */
  readonly isGeneral: boolean;
  /** It names itself a thread, as `Screenshot Thread`. */
  readonly isThread: boolean;
}

export const NO_KEYS: SubjectKeys = { tag: null, words: null, isGeneral: false, isThread: false };

export function readSubject(subject: string): SubjectKeys {
  // The sign of numbers is a blank in searches.
  const text = foldPlain(subject.replaceAll('№', '#').normalize('NFKC'))
    .replaceAll('`', "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  const words = wordsOf(text);
  return { tag: tagOf(text, words), words: words.stem, isGeneral: words.isGeneral, isThread: words.isThread };
}

const TAG = /(?<![\p{L}\p{N}/])\/ ?([\p{L}\p{N}][\p{L}\p{N}+&.'!_-]{1,15}?) ?\/(?![\p{L}\p{N}/?!])/gu;

function tagOf(text: string, { isGeneral, hasNoun }: Words): string | null {
  for (const { 0: whole, 1: tag = '', index } of text.matchAll(TAG)) {
    if (BOARDS_OF_4CHAN.has(tag) || PLAIN_WORDS.has(tag) || !/\p{L}/u.test(tag)) continue;
    const before = text.slice(0, index).trim();
    const after = text.slice(index + whole.length).trim();
    // A sentence about the general is not an edition of it.
    if (SENTENCE_WORDS.has(/^[\p{L}']+/u.exec(after)?.[0] ?? '')) continue;
    const isFirst = !/[\p{L}\p{N}]/u.test(before);
    const isApart = /[-–—:|~([]$/.test(before);
    const isInitials = after === '' && tag.replace(/g$/, '') === initialsOf(before);
    if (isFirst || isGeneral || hasNoun || isApart || isInitials) return tag.slice(0, MAX_NAME);
  }
  return null;
}

/** `tes` of `the elder scrolls`. */
function initialsOf(text: string): string {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word[0]).join('');
}

interface Words extends Pick<SubjectKeys, 'isGeneral' | 'isThread'> {
  readonly stem: string | null;
  /** A part of it names itself a thread or a general, or it is numbered. */
  readonly hasNoun: boolean;
}

const SEPARATORS = /\s[-–—~]+\s|(?<=[楼樓レ])[-–—]+|[:;|丨,()[\]{}"“”「」『』《》【】]|\s[-–—]+$|^[-–—]+\s|\.\s/u;
const DATES =
  /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b|\b\d{1,2}(?:st|nd|rd|th)\b|(?<=\s)20[0-3]\d\b/gu;
/** Numbers that count threads. */
const THREAD_NUMBER = /#\s*\d+|\d+\s*#(?![\p{L}\p{N}])|\d+\s*(?:スレ目|日目|枚目|杯目|冊目|周目|戦目)/gu;
/** They end the name, whatever follows. */
const NUMBERED_NOUN = /#?\s*(?:\d+|[一二三四五六七八九十]+)\s*[号號](?:专|專)?[楼樓]/gu;
/** Within a name: `原神(多平台)攻略`. */
const INNER_PARENTHESES = /(?<=[\p{L}\p{N}])\([^()]*\)(?=\p{L})/gu;
/** Numbers that may also count parts of a work. */
const PART_NUMBER =
  /(?:\bno\.? ?|\bnr\.? ?|\bpart\.? ?|\bpt\.? ?|\bvol(?:ume)?\.? ?|その|第|★|\bvolumen? |\bномер |\bчасть )\s*(?:\d+|[ivxlc]+\b)(?:スレ目?|話|弾)?|\d+[号號]/gu;
/** Stand for removed numbers. */
const THREAD_NUMBERED = '\uE000';
const PART_NUMBERED = '\uE001';
const NUMBERS = /[\uE000\uE001]/g;
/** `Thread 12`, `General III` at the end of a part, or a part of its own. */
const COUNTED = /(?:^|(?<=(?:threads?|generals?|тред|faden|hilo) |[楼樓串帖レ] ?))(?:\d+|[ivx]+)$/u;
const EDITION = /\b(?:edition|ed\.?|version|ausgabe|edicion)$|(?<!\p{L})эдишн$/u;
const NOUN =
  /(?:^|[\s/'-])(?:general'?s?|(?:game)?threads?|thred|bread|megathread|discussion|тред|тхреад|faden|sammelfaden|hilo|fil)$|(?:総合|综合|綜合|スレッド|スレ|讨论|討論|(?:专|專)?[楼樓]|串)$/u;
const GENERAL =
  /(?:^|[\s/'-])(?:generals?|sammelfaden|общий)$|総合(?:スレッド|スレ)?$|(?:综合|綜合)?(?:讨论|討論)[楼樓串]$|(?:综合|綜合)$/u;
const REPEATED = /^(?:daily|nightly|weekly|monthly|ежедневный|еженедельный) /u;

interface Part {
  readonly stem: string;
  /** It ends with an exclamation mark. */
  readonly isMotto: boolean;
  readonly noun: boolean;
  readonly general: boolean;
  readonly daily: boolean;
}

function wordsOf(text: string): Words {
  const parts = text
    .replaceAll(INNER_PARENTHESES, '')
    .replaceAll(NUMBERED_NOUN, ` ${THREAD_NUMBERED} - `)
    .replaceAll(THREAD_NUMBER, ` ${THREAD_NUMBERED} `)
    .replaceAll(PART_NUMBER, ` ${PART_NUMBERED} `)
    .replaceAll(TAG, ' - ')
    .replaceAll(/(?<![\p{L}\p{N}/])\/[\p{L}\p{N}]{1,16}\/(?![\p{L}\p{N}/])/gu, ' - ')
    .split(SEPARATORS)
    .flatMap(splitBehindNumber)
    .filter((part) => part !== '');
  let isNumbered = false;
  let hasEdition = false;
  /** The parts up to the one that ends with the number of the thread. */
  let numberedParts: number | null = null;
  const stems: Part[] = [];
  for (const part of parts) {
    const plain = part.replaceAll(DATES, ' ').replaceAll(NUMBERS, ' ').replaceAll(/\s+/g, ' ').trim();
    const uncounted = plain.replace(COUNTED, '').trim();
    if (uncounted !== plain || part !== part.replaceAll(NUMBERS, '')) isNumbered = true;
    if (EDITION.test(uncounted)) {
      hasEdition = true;
      continue;
    }
    stems.push(partOf(uncounted));
    if (part.endsWith(THREAD_NUMBERED)) numberedParts ??= stems.length;
  }
  const named = stems.filter(isName);
  // The part that names itself a general or a thread is its name, not its motto.
  const chosen = named.find(({ general }) => general) ?? named.find(({ noun }) => noun);
  const hasNoun = stems.some(({ noun }) => noun);
  if (chosen === undefined) {
    const before = numberedParts === null ? [] : stems.slice(0, numberedParts).filter(isName);
    const counted = before.every(({ isMotto }) => isMotto) ? before : before.filter(({ isMotto }) => !isMotto);
    const [first] = counted.length === 0 ? named : counted;
    const rest = { isThread: false, hasNoun: hasNoun || isNumbered };
    if (first === undefined) return { stem: null, isGeneral: false, ...rest };
    const stem = counted.length === 0 ? first.stem : shortened(counted.map((one) => one.stem).join('-'));
    // `AEW Dynamite: Gamethread 5`, `Syria - #12`
    return { stem, isGeneral: isShort(stem) && (counted.length > 0 || (isNumbered && hasNoun)), ...rest };
  }
  const { stem, noun, general, daily } = chosen;
  const isGeneral = isShort(stem) && (general || daily || (isNumbered && noun) || (hasEdition && noun));
  return { stem, isGeneral, isThread: noun, hasNoun: true };
}

/** A number in the middle ends the name, but alone it is no evidence of one: `My #1 game`. */
function splitBehindNumber(part: string): readonly string[] {
  const [before = '', ...after] = part.split(THREAD_NUMBERED);
  const rest = after.join(' ').trim();
  return before.trim() === '' || rest === '' ? [part.trim()] : [`${before.trim()} ${PART_NUMBERED}`, rest];
}

/** Without the nouns at its end. */
function partOf(text: string): Part {
  let stem = text.replace(/[!?.…]+$/u, '').trim();
  const isQuestion = text.endsWith('?');
  let noun = false;
  let general = false;
  while (NOUN.test(stem)) {
    noun = true;
    if (GENERAL.test(stem)) {
      const shorter = stem.replace(GENERAL, '').trim();
      const last = /[\p{L}']+$/u.exec(shorter)?.[0] ?? '';
      if (!isQuestion && !NOT_A_GENERAL.has(last)) general = true;
    }
    stem = stem.replace(NOUN, '').trim();
  }
  return { stem: slugOf(stem), isMotto: text.endsWith('!'), noun, general, daily: REPEATED.test(`${stem} `) && noun };
}

function isName({ stem }: Part): boolean {
  return stem !== '' && !PLAIN_WORDS.has(stem) && /\p{L}{2}/u.test(stem);
}

/** A longer subject is a sentence. */
const MAX_GENERAL_WORDS = 7;

function isShort(stem: string): boolean {
  return stem.split('-').length <= MAX_GENERAL_WORDS;
}

function slugOf(text: string): string {
  const words = (text.match(/[\p{L}\p{N}\p{M}]+(?:['.+&][\p{L}\p{N}\p{M}]+)*\+*/gu) ?? []).filter(
    (word) => !ARTICLES.has(word),
  );
  // Authors of one general write `trackers` and `tracker`.
  return shortened(words.join('-').replace(/(?<=[a-z]{3}[a-rt-z])s$/, ''));
}

function shortened(stem: string): string {
  return stem.slice(0, MAX_NAME).replace(/-$/, '').toWellFormed();
}

const ARTICLES: ReadonlySet<string> = new Set([
  'the',
  'a',
  'an',
  'official',
  'new',
  'our',
  'der',
  'die',
  'das',
  'el',
  'la',
  'le',
]);
