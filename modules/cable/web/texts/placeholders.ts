/** Written by `npm run texts`: the placeholders of the English texts. */
export interface Placeholders {
  'audit-log.cable_blocked.delete': 'actor';
  'audit-log.cable_blocked.insert': 'actor';
  'audit-log.cable_moderators.delete': 'actor';
  'audit-log.cable_moderators.insert': 'actor';
  'cabals.block-title': 'count';
  'cabals.dials': 'addresses';
  'cabals.done': 'count';
  'cabals.layout': 'layout';
  'cabals.one': 'id';
  'cabals.others': 'count';
  'cabals.posts': 'count';
  'cabals.requests': 'count';
  'cabals.since': 'time';
  'cabals.stored': 'count' | 'size';
  'cabals.strikes': 'count';
  'cabals.times': 'count';
}
