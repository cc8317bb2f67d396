/** The words of the forms and notices without scripts, in the languages of the pages (web/src/locales/). */

const ENGLISH = {
  search: 'Search the archive',
  failed: 'This did not work',
  thanks: 'Thank you',
  reply: (thread: number, board: string) => `Reply to thread ${thread} on /${board}/`,
  name: 'Name (optional; Name#secret makes a tripcode)',
  email: 'E-mail (optional, shown to everyone)',
  subject: 'Subject (optional)',
  comment: 'Comment',
  newPassword: 'Password, with which you can delete the post',
  about: 'The post is on this archive only. Your address is kept for 30 days, for moderators.',
  contact: 'Contact:',
  send: 'Send',
  held: 'Your post will be shown when the staff have looked at it.',
  remove: (board: string) => `Delete a post on /${board}/`,
  number: 'Number of the post, such as 123_1',
  password: 'Password of the post',
  removeForGood: 'Delete the post for good',
  removed: 'Deleted',
  isGone: 'The content of the post is gone.',
  banLink: 'Read and appeal the ban',
  banned: 'You are banned',
  where: (board: string | null) =>
    `Your network may not report posts or write on ${board === null ? 'this archive' : `/${board}/`}.`,
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
  newPassword: 'Passwort, mit dem du den Beitrag löschen kannst',
  about: 'Der Beitrag erscheint nur in diesem Archiv. Deine IP-Adresse wird 30 Tage lang für das Team gespeichert.',
  contact: 'Kontakt:',
  send: 'Senden',
  held: 'Dein Beitrag erscheint, sobald das Team ihn freigegeben hat.',
  remove: (board) => `Beitrag in /${board}/ löschen`,
  number: 'Nummer des Beitrags, zum Beispiel 123_1',
  password: 'Passwort des Beitrags',
  removeForGood: 'Beitrag endgültig löschen',
  removed: 'Gelöscht',
  isGone: 'Der Inhalt des Beitrags ist gelöscht.',
  banLink: 'Sperre ansehen und Einspruch einlegen',
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
};

const JAPANESE: FormWords = {
  search: 'アーカイブを検索',
  failed: '処理できませんでした',
  thanks: 'ありがとうございます',
  reply: (thread, board) => `/${board}/ のスレッド ${thread} に返信`,
  name: '名前（任意。「名前#合言葉」でトリップになります）',
  email: 'メール欄（任意・公開されます）',
  subject: '件名（任意）',
  comment: '本文',
  newPassword: '削除用パスワード',
  about: 'この投稿はこのアーカイブだけに表示されます。IP アドレスは、スタッフが確認できるよう 30 日間保存されます。',
  contact: '連絡先:',
  send: '投稿する',
  held: 'スタッフの確認後に表示されます。',
  remove: (board) => `/${board}/ の投稿を削除`,
  number: '投稿番号（例: 123_1）',
  password: '削除用パスワード',
  removeForGood: '完全に削除する',
  removed: '削除しました',
  isGone: '投稿の内容を削除しました。',
  banLink: 'アクセス規制の内容を確認し、異議を申し立てる',
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
};

const WORDS: ReadonlyMap<string, FormWords> = new Map([
  ['en', ENGLISH],
  ['de', GERMAN],
  ['ja', JAPANESE],
]);

export interface FormLanguage {
  /** For `<html lang>`. */
  readonly code: string;
  readonly words: FormWords;
}

export const FORMS_IN_ENGLISH: FormLanguage = { code: 'en', words: ENGLISH };

/** The first of the reader's languages that there is, by `Accept-Language`; else English. */
export function formLanguage(accepted: string | undefined): FormLanguage {
  const languages = (accepted ?? '')
    .slice(0, 200)
    .split(',')
    .map((language) => {
      const [tag = '', ...parameters] = language.trim().toLowerCase().split(';');
      const weight = /^\s*q=([\d.]+)\s*$/.exec(parameters[0] ?? '')?.[1];
      return { code: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { code } of languages) {
    const words = WORDS.get(code);
    if (words !== undefined) return { code, words };
  }
  return FORMS_IN_ENGLISH;
}
