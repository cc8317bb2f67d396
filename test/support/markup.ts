/** Generators of malformed comments. */
import fc from 'fast-check';

const TAGS = [
  '<br>', '<wbr>', '<hr>', '</br>', '<b>', '</b>', '<i>', '</i>', '<s>', '</s>', '<u>', '</u>', '<small>', '</small>',
  '<span class="quote">', '<span class="spoiler">', '<span class="deadlink">', '<span class="sjis">', '<span class="abbr">',
  '<span class="fortune" style="color:#ff0000">', '<span class="math">', '<span class="mu-r">', '<span class="new">', '</span>',
  '<a href="#p1">', '<a href="https://a.example/">', '<a href="javascript:x">', '<a>', '</a>', '<pre>', '</pre>', '<code>', '</code>',
  '<table class="exif">', '<span class="dice">', '<table>', '<tr>', '<td>', '</td>', '</tr>', '</table>', '<p>', '<p class="body-line empty">', '</p>',
  '<div>', '<div class="math">', '</div>', '<ul>', '<li>', '</ul>', '<h1>', '</h1>', '<font>', '</font>', '<new>', '</new>',
  '<strong style="color: red">', '</strong>', '<!-- -->', '&gt;', '&amp;', '&lt;', '&nosuch;', '\r\n', ' ', '< ', '>', '&',
  '[math]', '[/math]', '[eqn]', '[/eqn]', '[code]', '(', ')', '.', '>>', 'http://', '://',
]; // prettier-ignore

/** Tags and entities in random order. */
export const soup = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...TAGS) }, fc.constant('word')), {
  maxLength: 60,
});
const anyText = fc.string({ unit: 'binary', maxLength: 200 });
/** Mixed with arbitrary text and lone surrogates. */
export const broken = fc.array(fc.oneof(fc.constantFrom(...TAGS), anyText, fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) })), { maxLength: 20 }).map((parts) => parts.join('')); // prettier-ignore
