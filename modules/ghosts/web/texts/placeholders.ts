/** Written by `npm run texts`: the placeholders of the English texts. */
export interface Placeholders {
  'reply.contact': 'contact';
  'reply.password': 'min';
  'reply.title': 'thread' | 'board';
}
