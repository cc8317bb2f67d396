/** Written by `npm run texts`: the placeholders of the English texts. */
export interface Placeholders {
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
