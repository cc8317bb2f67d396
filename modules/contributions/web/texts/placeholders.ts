/** Written by `npm run texts`: the placeholders of the English texts. */
export interface Placeholders {
  'dump-staff.cleaned': 'count';
  'dump-staff.delete-title': 'count';
  'dump-staff.done': 'count';
  'dump-staff.forget-title': 'count';
  'dump-staff.of-client': 'client';
  'dump-staff.released-by': 'name';
  'dump-staff.remove-key-title': 'name';
  'dump-staff.reset-title': 'count';
  'dump-staff.reverted': 'count';
  'dump-staff.smite-title': 'count';
  'dump-staff.stated-for': 'count';
  'dump-staff.trust-title': 'count';
  'dump-staff.unlock-title': 'count';
  'dumps.bitrate': 'kilobits';
  'dumps.by-client': 'client' | 'version';
  'dumps.change': 'field' | 'before' | 'after';
  'dumps.change-due': 'time';
  'dumps.change-posts': 'count';
  'dumps.confirmations': 'count';
  'dumps.contributor-lead': 'dumps' | 'used';
  'dumps.count': 'count';
  'dumps.of-file': 'md5';
  'dumps.one': 'id';
  'dumps.states-release': 'digest';
  'dumps.statistics.used': 'used';
  'dumps.verified-by': 'id';
  'offers.thumbnail': 'name';
  'offers.waiting': 'count';
}
