/** The words of the forms and notices without scripts, in the languages of the pages (web/src/locales/). */
import type { Problem } from '../../../mappings/contract/problem.ts';
import { germanProblems } from '../../../mappings/problem-texts/german.ts';
import { japaneseProblems } from '../../../mappings/problem-texts/japanese.ts';
import type { ReportCategory } from '../../../mappings/report.ts';

const ENGLISH = {
  search: 'Search the archive',
  failed: 'That did not work',
  thanks: 'Thank you',
  reply: (thread: number, board: string) => `Reply to thread ${thread} on /${board}/`,
  name: 'Name (optional; Name#secret makes a tripcode)',
  email: 'E-mail (optional, shown to everyone)',
  subject: 'Subject (optional)',
  comment: 'Comment',
  newPassword: (min: number) => `Password of at least ${min} characters (lets you delete the post later)`,
  about: 'The post appears only on this archive. Your IP address is kept for 30 days, for moderators.',
  withoutScripts:
    'This form works without scripts, so it cannot do the proof of work that keeps floods out: the post is shown when the staff have looked at it, and you wait longer before the next one.',
  needsScripts:
    'Posts on this board need a proof of work, which a browser with scripts does. Reply from the page of the thread.',
  contact: 'Contact:',
  send: 'Send',
  held: 'Your post will appear once the staff have approved it.',
  remove: (board: string) => `Delete a post on /${board}/`,
  number: 'Post number, such as 123_1',
  password: 'Password of the post',
  removeForGood: 'Delete the post permanently',
  removed: 'Deleted',
  isGone: 'The content of the post is gone.',
  banLink: 'View or appeal the ban',
  banned: 'You are banned',
  where: (board: string | null) =>
    `Your network may neither report posts nor write on ${board === null ? 'this archive' : `/${board}/`}.`,
  reason: (why: string) => `Reason: ${why}`,
  since: (time: string) => `Banned at ${time}.`,
  ends: (time: string) => `The ban ends at ${time}.`,
  ended: (time: string) => `The ban ended at ${time}.`,
  lifted: (time: string) => `The ban was lifted at ${time}.`,
  appealWaits: (time: string) => `Your appeal of ${time} is waiting for the staff to decide.`,
  appealGranted: (time: string) => `Your appeal of ${time} was granted.`,
  appealRefused: (time: string) => `Your appeal of ${time} was refused.`,
  answer: (text: string) => `The staff say: ${text}`,
  why: 'Why should the ban end?',
  appeal: 'Appeal the ban',
  notFound: 'Not found',
  badSearch: 'Invalid search',
  postsWithNumber: (number: string) => `Posts with the number ${number}`,
  report: (number: string, board: string) => `Report post ${number} on /${board}/`,
  whatIsWrong: 'What is wrong with it?',
  categories: {
    child_abuse: 'Sexual abuse of children',
    illegal: 'Other illegal content',
    personal_data: 'Someone’s personal data',
    copyright: 'Copyright infringement',
    spam: 'Spam or flooding',
    other: 'Something else',
  } satisfies Record<ReportCategory, string>,
  note: 'Anything the staff should know? (optional)',
  sendReport: 'Send report',
  isReported: 'The staff have received your report.',
};

export type FormWords = Readonly<typeof ENGLISH>;

const GERMAN: FormWords = {
  search: 'Archiv durchsuchen',
  failed: 'Das hat nicht geklappt',
  thanks: 'Danke',
  reply: (thread, board) => `Auf Thread ${thread} in /${board}/ antworten`,
  name: 'Name (optional; Name#Geheimnis ergibt einen Tripcode)',
  email: 'E-Mail (optional, für alle sichtbar)',
  subject: 'Betreff (optional)',
  comment: 'Text',
  newPassword: (min: number) => `Passwort aus mindestens ${min} Zeichen, mit dem du den Beitrag löschen kannst`,
  about: 'Der Beitrag erscheint nur in diesem Archiv. Deine IP-Adresse wird 30 Tage lang für das Team gespeichert.',
  withoutScripts:
    'Dieses Formular kommt ohne Skripte aus und kann darum den Rechennachweis gegen Fluten nicht erbringen: Der Beitrag erscheint erst, wenn das Team ihn geprüft hat, und bis zum nächsten dauert es länger.',
  needsScripts:
    'Beiträge auf diesem Board brauchen einen Rechennachweis, den der Browser mit Skripten erbringt. Antworte auf der Seite des Threads.',
  contact: 'Kontakt:',
  send: 'Senden',
  held: 'Dein Beitrag erscheint, sobald das Team ihn freigegeben hat.',
  remove: (board) => `Beitrag in /${board}/ löschen`,
  number: 'Nummer des Beitrags, zum Beispiel 123_1',
  password: 'Passwort des Beitrags',
  removeForGood: 'Beitrag endgültig löschen',
  removed: 'Gelöscht',
  isGone: 'Der Inhalt des Beitrags ist gelöscht.',
  banLink: 'Sperre ansehen oder Einspruch einlegen',
  banned: 'Du bist gesperrt',
  where: (board) =>
    `Aus deinem Netzwerk kann ${board === null ? 'in diesem Archiv' : `in /${board}/`} nichts gemeldet und nichts geschrieben werden.`,
  reason: (why) => `Grund: ${why}`,
  since: (time) => `Gesperrt seit ${time}.`,
  ends: (time) => `Die Sperre endet am ${time}.`,
  ended: (time) => `Die Sperre endete am ${time}.`,
  lifted: (time) => `Die Sperre wurde am ${time} aufgehoben.`,
  appealWaits: (time) => `Über deinen Einspruch vom ${time} ist noch nicht entschieden.`,
  appealGranted: (time) => `Deinem Einspruch vom ${time} wurde stattgegeben.`,
  appealRefused: (time) => `Dein Einspruch vom ${time} wurde abgelehnt.`,
  answer: (text) => `Antwort des Teams: ${text}`,
  why: 'Warum soll die Sperre enden?',
  appeal: 'Einspruch einlegen',
  notFound: 'Nicht gefunden',
  badSearch: 'Ungültige Suche',
  postsWithNumber: (number) => `Beiträge mit der Nummer ${number}`,
  report: (number, board) => `Beitrag ${number} in /${board}/ melden`,
  whatIsWrong: 'Warum meldest du diesen Beitrag?',
  categories: {
    child_abuse: 'Sexueller Missbrauch von Kindern',
    illegal: 'Andere rechtswidrige Inhalte',
    personal_data: 'Persönliche Daten anderer',
    copyright: 'Urheberrechtsverletzung',
    spam: 'Spam oder Flooding',
    other: 'Etwas anderes',
  },
  note: 'Was sollte das Team wissen? (optional)',
  sendReport: 'Meldung senden',
  isReported: 'Deine Meldung liegt dem Team vor.',
};

const JAPANESE: FormWords = {
  search: 'アーカイブを検索',
  failed: '処理できませんでした',
  thanks: 'ありがとうございます',
  reply: (thread, board) => `/${board}/ のスレッド ${thread} に返信`,
  name: '名前（任意。「名前#合言葉」でトリップになります）',
  email: 'メール欄（任意・公開されます）',
  subject: '題名（任意）',
  comment: '本文',
  newPassword: (min: number) => `削除用パスワード（${min} 文字以上）`,
  about: 'この投稿はこのアーカイブだけに表示されます。IP アドレスは、スタッフが確認できるよう 30 日間保存されます。',
  withoutScripts:
    'このフォームはスクリプトを使わないため、連投を防ぐ計算（プルーフ・オブ・ワーク）を行えません。投稿はスタッフの確認後に表示され、次の投稿までの待ち時間も長くなります。',
  needsScripts:
    'この板への投稿には、ブラウザーのスクリプトで行う計算（プルーフ・オブ・ワーク）が必要です。スレッドのページから返信してください。',
  contact: '連絡先:',
  send: '投稿する',
  held: 'スタッフの確認後に表示されます。',
  remove: (board) => `/${board}/ の投稿を削除`,
  number: '投稿番号（例: 123_1）',
  password: '削除用パスワード',
  removeForGood: '完全に削除する',
  removed: '削除しました',
  isGone: '投稿の内容を削除しました。',
  banLink: 'アクセス規制の確認・異議申し立て',
  banned: 'アクセスが規制されています',
  where: (board) =>
    `お使いのネットワークからは、${board === null ? 'このアーカイブ' : `/${board}/`} での通報と投稿ができません。`,
  reason: (why) => `理由: ${why}`,
  since: (time) => `規制開始: ${time}`,
  ends: (time) => `規制終了予定: ${time}`,
  ended: (time) => `規制は ${time} に終了しました。`,
  lifted: (time) => `規制は ${time} に解除されました。`,
  appealWaits: (time) => `${time} の異議申し立ては審査中です。`,
  appealGranted: (time) => `${time} の異議申し立ては認められました。`,
  appealRefused: (time) => `${time} の異議申し立ては認められませんでした。`,
  answer: (text) => `スタッフからの回答: ${text}`,
  why: '規制を解除すべき理由',
  appeal: '異議を申し立てる',
  notFound: '見つかりません',
  badSearch: '検索条件を読み取れません',
  postsWithNumber: (number) => `番号が ${number} の投稿`,
  report: (number, board) => `/${board}/ の投稿 ${number} を通報`,
  whatIsWrong: '問題の種類',
  categories: {
    child_abuse: '児童の性的虐待・児童ポルノ',
    illegal: 'その他の違法な内容',
    personal_data: '個人情報の掲載',
    copyright: '著作権侵害',
    spam: 'スパム・連投',
    other: 'その他',
  },
  note: 'スタッフへの補足（任意）',
  sendReport: '通報する',
  isReported: '通報を受け付けました。',
};

export interface FormLanguage {
  /** For `<html lang>`. */
  readonly code: string;
  readonly words: FormWords;
  /** By the code of a problem; empty in English, in which problems are written. */
  readonly problems: Readonly<Record<string, string>>;
}

export const FORMS_IN_ENGLISH: FormLanguage = { code: 'en', words: ENGLISH, problems: {} };

const LANGUAGES: ReadonlyMap<string, FormLanguage> = new Map(
  [
    FORMS_IN_ENGLISH,
    { code: 'de', words: GERMAN, problems: germanProblems },
    { code: 'ja', words: JAPANESE, problems: japaneseProblems },
  ].map((language) => [language.code, language]),
);

/** The first of these languages that there is; else English. `wanted`: tags, such as `de-AT`. */
export function formLanguage(wanted: readonly string[]): FormLanguage {
  const found = wanted.map((tag) => LANGUAGES.get(tag.toLowerCase().split('-')[0] ?? ''));
  return found.find((language) => language !== undefined) ?? FORMS_IN_ENGLISH;
}

/** What a problem says, in the reader's language. */
export function sentenceOf({ problems }: FormLanguage, { code, detail }: Pick<Problem, 'code' | 'detail'>): string {
  return (Object.hasOwn(problems, code) ? problems[code] : undefined) ?? detail;
}
