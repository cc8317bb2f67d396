const MAX_WORDS_LENGTH = 40;

/** Letters, digits and dashes only: whatever was searched for, nothing in it means anything to a header or a disk. */
export function exportFileName(q: string, now: Date, extension: string): string {
  const words = q
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_WORDS_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
  return ['sagasu', words, now.toISOString().slice(0, 10)].filter((part) => part !== '').join('-') + `.${extension}`;
}
