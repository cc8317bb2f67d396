/** The archive of a mailing list in the format of Mailman 2, from messages that a test defines. */

export interface Mail {
  /** In the header's form: `ann at hive.example (Ann)`. */
  readonly from: string;
  /** null for a message without a Message-ID. */
  readonly id: string | null;
  readonly date: string;
  readonly subject: string;
  readonly replyTo?: string;
  readonly text: string;
}

export function indexPage(months: readonly string[]): string {
  const rows = months.map(
    (month) => `<tr><td>${month}:</td>
      <td><A href="${month}/thread.html">[ Thread ]</a> <A href="${month}/date.html">[ Date ]</a></td>
      <td><A href="${month}.txt.gz">[ Gzip'd Text 2 KB ]</a></td></tr>`,
  );
  return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML><HEAD><title>The Bee-talk Archives</title></HEAD><BODY>
<table border=3><tr><td>Archive</td><td>View by:</td><td>Downloadable version</td></tr>
${rows.join('\n')}</table></BODY></HTML>`;
}

export function mbox(mails: readonly Mail[]): string {
  return mails.map(mboxEntry).join('');
}

function mboxEntry({ from, id, date, subject, replyTo, text }: Mail): string {
  const time = new Date(date);
  const headers = [
    `From: ${from}`,
    `Date: ${time.toUTCString().replace('GMT', '+0000')}`,
    `Subject: ${subject}`,
    ...(replyTo === undefined ? [] : [`In-Reply-To: <${replyTo}>`, `References: <${replyTo}>`]),
    ...(id === null ? [] : [`Message-ID: <${id}>`]),
  ];
  const body = text.replace(/^(>*From )/gm, '>$1');
  return `From ${from.replace(/ \(.*/, '')}  ${envelopeTime(time)}\n${headers.join('\n')}\n\n${body}\n\n`;
}

/** For example `Fri Jun  3 10:00:00 2016`. */
function envelopeTime(time: Date): string {
  const [weekday = '', day = '', month = '', year = '', clock = ''] = time.toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${String(Number(day)).padStart(2, ' ')} ${clock} ${year}`;
}
