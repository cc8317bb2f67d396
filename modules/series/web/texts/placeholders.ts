/** Written by `npm run texts`: the placeholders of the English texts. */
export interface Placeholders {
  'audit-log.series_rules.delete': 'actor' | 'id' | 'board';
  'audit-log.series_rules.insert': 'actor' | 'id' | 'board';
  'audit-log.series_rules.update': 'actor' | 'id' | 'board';
  'series-rules.all-of': 'series';
  'series-rules.from-thread': 'first';
  'series-rules.made': 'account' | 'time';
  'series-rules.moving': 'count';
  'series-rules.one-thread': 'num';
  'series-rules.part-of': 'range' | 'series';
  'series-rules.rule': 'threads' | 'target';
  'series-rules.threads': 'first' | 'last';
  'series-rules.to-thread': 'last';
  'series-rules.undo-title': 'rule';
  'series-rules.undone-by': 'account' | 'time';
  'series.bar': 'time' | 'editions' | 'posts';
  'series.editions': 'count';
  'series.matching': 'count';
  'series.missing': 'name';
  'series.no-match': 'filter';
  'series.page': 'page' | 'last';
  'series.show-all': 'board';
  'series.timeline-summary': 'count' | 'interval' | 'first' | 'last' | 'most';
}
