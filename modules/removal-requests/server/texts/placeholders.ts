/** Written by `npm run texts`: the placeholders of the English texts. */
export interface Placeholders {
  'forms.removal-stored': 'day';
}
