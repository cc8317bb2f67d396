/** Written by `npm run texts`: the placeholders of the English texts. */
export interface Placeholders {
  'forms.new-password': 'min';
  'forms.remove': 'board';
  'forms.reply': 'thread' | 'board';
}
