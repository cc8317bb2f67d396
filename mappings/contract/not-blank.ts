/** Text that is not only white space, without U+0000, which PostgreSQL's text does not store. In time proportional to the text. */
export const NOT_BLANK = '^\\s*[^\\s\\x00][^\\x00]*$';
