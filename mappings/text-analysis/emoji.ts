/** Emoji as words. The tokenizer of the index splits some of them, so each becomes a term of letters and digits. */

const TONE = String.raw`[\u{1F3FB}-\u{1F3FF}]`;
/** Letters and signs that are words or punctuation, although Unicode counts them as pictographs. */
const NOT_PICTURES = String.raw`‼⁉\u24C2\u3297\u3299\u{1F170}\u{1F171}\u{1F17E}\u{1F17F}\u{1F201}\u{1F202}\u{1F21A}\u{1F22F}\u{1F232}-\u{1F23A}\u{1F250}\u{1F251}`;
const PICTURE = String.raw`[\p{Extended_Pictographic}--[${NOT_PICTURES}]](?:[\uFE0E\uFE0F]|${TONE})*\u20E3?`;
/** Longer sequences are not in use. */
const MOST_JOINED = 7;

/** The source of a pattern with the flag `v`. */
export const EMOJI = [
  String.raw`\p{Regional_Indicator}{1,2}`,
  String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}`,
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  `${PICTURE}(?:\\u200D${PICTURE}){0,${MOST_JOINED}}`,
  TONE,
].join('|');

/** A letter that folding removes from other texts begins each code point of an emoji in a term. */
export const OF_EMOJI = '\u1D49';

const JOINER = 0x200d;
const [MAN, WOMAN, PERSON] = [0x1f468, 0x1f469, 0x1f9d1];
const BROWN_HAIR = 0x1f9b0;
const WHITE_HAIR = 0x1f9b3;
/** Signs behind a person: female, male, to the right. */
const SIGNS: ReadonlySet<number> = new Set([0x2640, 0x2642, 0x27a1]);

const isTone = (point: number) => point >= 0x1f3fb && point <= 0x1f3ff;
const isHair = (point: number) => point >= BROWN_HAIR && point <= WHITE_HAIR;
const isPresentation = (point: number) => point === 0xfe0e || point === 0xfe0f;

function pointsOf(emoji: string): readonly number[] {
  return Array.from(emoji, (character) => character.codePointAt(0)!).filter(
    (point) => point !== JOINER && !isPresentation(point),
  );
}

function termOf(points: readonly number[]): string {
  return points.map((point) => OF_EMOJI + point.toString(16)).join('');
}

/** The term of exactly this emoji. */
export function emojiTerm(emoji: string): string {
  return termOf(pointsOf(emoji));
}

/** The terms of the bases of an emoji: without skin tone, gender, direction and hair. */
export function baseTerms(emoji: string): readonly string[] {
  const points = pointsOf(emoji);
  if (points.length === 1) return [];
  const untoned = points.filter((point) => !isTone(point));
  const forms = [points, untoned].flatMap((form) => {
    const unsigned = form.filter((point, at) => at === 0 || !SIGNS.has(point));
    return [form, unsigned, form.filter((point) => !isHair(point)), neutral(form)];
  });
  const terms = new Set(forms.filter((form) => form.length > 0).map(termOf));
  terms.delete(termOf(points));
  return [...terms];
}

/** A person with this occupation, of a man or a woman. Families have a second person instead. */
function neutral(points: readonly number[]): readonly number[] {
  const [first, ...others] = points;
  const isOne = others.some((point) => !isTone(point)) && !others.some((point) => isPerson(point) || point === 0x2764);
  return (first === MAN || first === WOMAN) && isOne ? [PERSON, ...others] : points;
}

function isPerson(point: number): boolean {
  return point === PERSON || (point >= 0x1f466 && point <= WOMAN);
}
