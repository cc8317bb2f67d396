/** The stable part of an opening post's subject: the same for all editions of a general. */
import { MAX_NAME } from '../limits.ts';
import { BOARDS_OF_4CHAN, NOT_A_GENERAL, PLAIN_WORDS, SENTENCE_WORDS } from './words.ts';

export interface SubjectKeys {
  /** `dpt` of `/dpt/ - Daily Programming Thread`. */
  readonly tag: string | null;
  /** The words without numbers, dates and the words of editions: `daily-programming`. */
  readonly words: string | null;
  /** The words alone name a general, such as those of `Screenshot General #12`. */
  readonly isGeneral: boolean;
}

export const NO_KEYS: SubjectKeys = { tag: null, words: null, isGeneral: false };

export function readSubject(subject: string): SubjectKeys {
  const text = subject.normalize('NFKC').toLowerCase().replaceAll(/[’‘`]/g, "'").replaceAll(/\s+/g, ' ').trim();
  const words = wordsOf(text);
  return { tag: tagOf(text, words), words: words.stem, isGeneral: words.isGeneral };
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

interface Words {
  readonly stem: string | null;
  readonly isGeneral: boolean;
  /** It names itself a thread or a general. */
  readonly hasNoun: boolean;
}

const SEPARATORS = /\s[-–—~]+\s|[:;|,()[\]{}"“”「」【】『』]|\s[-–—]+$|^[-–—]+\s|\.\s/u;
const DATES =
  /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b|\b\d{1,2}(?:st|nd|rd|th)\b|(?<=\s)20[0-3]\d\b/gu;
const NUMBER =
  /(?:#|№|\bno\.? ?|\bnr\.? ?|\bpart\.? ?|\bpt\.? ?|\bvol(?:ume)?\.? ?|その|第|★|\bvolumen? |\bномер |\bчасть )\s*(?:\d+|[ivxlc]+\b)(?:スレ目?|話|弾)?|\d+\s*スレ目/gu;
/** Stands for a removed number. */
const NUMBERED = '\u0001';
/** `Thread 12`, `General 12` at the end of a part. */
const COUNTED = /(?<=\b(?:threads?|generals?|тред|faden|hilo) )\d+$/u;
const EDITION = /\b(?:edition|ed\.?|version)$/u;
const NOUN =
  /(?:^|[\s/'-])(?:general'?s?|threads?|thred|bread|megathread|discussion|тред|тхреад|faden|sammelfaden|hilo|fil)$|(?:総合|スレッド|スレ)$/u;
const GENERAL = /(?:^|[\s/'-])(?:generals?|sammelfaden|общий)$|総合(?:スレッド|スレ)?$/u;
const REPEATED = /^(?:daily|nightly|weekly|monthly|ежедневный|еженедельный) /u;

function wordsOf(text: string): Words {
  const parts = text
    .replaceAll(NUMBER, ` ${NUMBERED} `)
    .replaceAll(TAG, ' - ')
    .replaceAll(/(?<![\p{L}\p{N}/])\/[\p{L}\p{N}]{1,16}\/(?![\p{L}\p{N}/])/gu, ' - ')
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  let isNumbered = false;
  let hasEdition = false;
  const stems: { readonly stem: string; readonly noun: boolean; readonly general: boolean; readonly daily: boolean }[] =
    [];
  for (const part of parts) {
    const plain = part.replaceAll(DATES, ' ').replaceAll(NUMBERED, ' ').replaceAll(/\s+/g, ' ').trim();
    const uncounted = plain.replace(COUNTED, '').trim();
    const counted = uncounted !== plain || part.includes(NUMBERED);
    if (counted) isNumbered = true;
    if (EDITION.test(uncounted)) {
      hasEdition = true;
      continue;
    }
    let stem = uncounted.replace(/[!?.…]+$/u, '').trim();
    const isQuestion = uncounted.endsWith('?');
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
    stems.push({ stem: slugOf(stem), noun, general, daily: REPEATED.test(`${stem} `) && noun });
  }
  const named = stems.filter(({ stem }) => stem !== '' && !PLAIN_WORDS.has(stem) && /\p{L}{2}/u.test(stem));
  // The part that names itself a general or a thread is its name, not its motto.
  const chosen = named.find(({ general }) => general) ?? named.find(({ noun }) => noun) ?? named[0];
  const hasNoun = stems.some(({ noun }) => noun) || isNumbered;
  if (chosen === undefined) return { stem: null, isGeneral: false, hasNoun };
  const { stem, noun, general, daily } = chosen;
  const isShort = stem.split('-').length <= MAX_GENERAL_WORDS;
  const isGeneral = isShort && (general || daily || (isNumbered && noun) || (hasEdition && noun));
  return { stem, isGeneral, hasNoun };
}

/** A longer subject is a sentence. */
const MAX_GENERAL_WORDS = 7;

function slugOf(text: string): string {
  const words = (text.match(/[\p{L}\p{N}\p{M}]+(?:['.+&][\p{L}\p{N}\p{M}]+)*\+*/gu) ?? []).filter(
    (word) => !ARTICLES.has(word),
  );
  return words.join('-').slice(0, MAX_NAME).replace(/-$/, '').toWellFormed();
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
