/** Written by `npm run texts`: the placeholders of the English texts. */
export type Placeholders = object;
