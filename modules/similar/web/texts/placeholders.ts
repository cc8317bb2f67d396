/** Written by `npm run texts`: the placeholders of the English texts. */
export interface Placeholders {
  'similar.words': 'words';
}
