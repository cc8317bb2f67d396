/** Written by `npm run texts`: the placeholders of the English texts. */
export interface Placeholders {
  'audit-log.identity_proposals.update': 'actor' | 'id';
  'nicknames.waiting': 'count';
  'proposals.confirmed': 'account' | 'time';
  'proposals.declined': 'account' | 'time';
  'proposals.pair': 'one' | 'other';
  'proposals.times': 'count' | 'time';
}
