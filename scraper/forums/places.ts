/** Places of documents in a forum's history: the thread's number or, for mail, its month. Pure. */

/** Months since the year 0, so that consecutive months have consecutive places. `month`: as 201606. */
export function placeOfMonth(month: number): number {
  return Math.floor(month / 100) * 12 + (month % 100) - 1;
}

/** Reads a place as operators write it: `51971506`, or `2016-06` for a mailing list. null for any other text. */
export function readPlace(text: string, isMail: boolean): number | null {
  if (!isMail) return /^\d{1,15}$/.test(text) ? Number(text) : null;
  const [, year = '', month = ''] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  return year === '' ? null : placeOfMonth(Number(year) * 100 + Number(month));
}
