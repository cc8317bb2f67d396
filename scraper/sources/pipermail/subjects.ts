/** Subjects of replies: marks of replies and forwards in many languages, tags of lists, and `(was: …)`. */

export interface Subject {
  readonly text: string;
  /** The same for all replies to a message; null for an empty subject. */
  readonly key: string | null;
  /** The key of the subject that the thread had before: in `(was: …)`. */
  readonly formerKey: string | null;
  readonly isReply: boolean;
}

const REPLIES = [
  're rif r res ref resp rv aw antw antwort sv svar vs vast vastaus odp odpoved odpowiedz odg odgovor ynt yanit cevap atb ats va valasz bls balas',
  'rep reponse rsp rasp raspuns tl er απ σχετ отв ответ відп відповідь нп отг одг 回复 回覆 答复 答覆 回應 返信 回信 답장 회신 답변 רד השב תשובה תגובה رد الرد پاسخ ตอบ ตอบกลับ',
];
const FORWARDS = ['fwd fw wg tr vl vb i enc doorst fs pd ilt 转发 轉寄 轉發 転送 전달 пересл пер προθ'];

const wordsOf = (lists: readonly string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(' ')));
const IS_REPLY = wordsOf(REPLIES);
const IS_FORWARD = wordsOf(FORWARDS);

/** `Re: `, `Re[3]: `, `RE^2: `, `Re (2): `, `回复：`, or `[list] `. */
const MARK =
  /^\s*(?:([\p{L}\p{M}]{1,12})\s{0,2}(?:\[\d{1,3}\]|\(\d{1,3}\)|[\^*]?\d{1,3})?\s{0,2}[:：]|\[[^\]\n]{1,60}\])\s*/u;
const WAS = /\s*[([]\s*(?:was|war|var|era|était|etait|byl|było|bylo|было)\s?[:：]?\s+(.{1,500}?)\s*[)\]]?\s*$/iu;

export function readSubject(subject: string): Subject {
  const text = subject.replace(/\s+/g, ' ').trim().slice(0, 2_000);
  const { rest, isReply } = withoutMarks(text);
  const was = WAS.exec(rest);
  if (was === null || was.index === 0) return { text, key: keyOf(rest), formerKey: null, isReply };
  return {
    text,
    key: keyOf(rest.slice(0, was.index)),
    formerKey: keyOf(withoutMarks(was[1] ?? '').rest),
    isReply: true,
  };
}

function withoutMarks(text: string): { readonly rest: string; readonly isReply: boolean } {
  let rest = text;
  let isReply = false;
  for (let match = MARK.exec(rest); match !== null; match = MARK.exec(rest)) {
    const word = match[1] === undefined ? null : fold(match[1]);
    if (word !== null && !IS_REPLY.has(word) && !IS_FORWARD.has(word)) break;
    isReply ||= word !== null && IS_REPLY.has(word);
    rest = rest.slice(match[0].length);
  }
  return { rest, isReply };
}

function fold(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ı', 'i')
    .normalize('NFC');
}

function keyOf(text: string): string | null {
  // The column is indexed, so its length is limited.
  const key = text.trim().toLowerCase().slice(0, 300).toWellFormed();
  return key === '' ? null : key;
}
