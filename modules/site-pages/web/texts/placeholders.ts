/** Written by `npm run texts`: the placeholders of the English texts. */
export interface Placeholders {
  'audit-log.site_pages.delete': 'actor' | 'name' | 'language';
  'audit-log.site_pages.insert': 'actor' | 'name' | 'language';
  'audit-log.site_pages.update': 'actor' | 'name' | 'language';
  'feeds.copy-address': 'feed';
  'feeds.thread': 'board';
  'site-pages.range': 'first' | 'last';
  'site-pages.write-to': 'contact';
  'staff-pages.changed': 'account' | 'time';
  'staff-pages.own': 'name';
}
