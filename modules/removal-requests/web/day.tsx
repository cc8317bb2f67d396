import { currentLocale } from '../../../web/src/lib/messages.ts';

/** In UTC, as servers do not know the reader's time zone. */
export function Day({ iso }: { readonly iso: string }) {
  const day = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
  return <time dateTime={iso}>{day}</time>;
}
