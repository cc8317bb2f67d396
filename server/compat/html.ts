const SIGNS = /[&<>"]/;

/** For text between tags and for values in either kind of quotes, with the entities that imageboards write. */
export function escapeHtml(text: string): string {
  return escapeMarkup(text).replaceAll("'", '&#039;');
}

/** For text between tags and for values in double quotes: apostrophes stay, as FoolFuuka leaves them. */
export function escapeMarkup(text: string): string {
  // Most texts have none of them.
  if (!SIGNS.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
