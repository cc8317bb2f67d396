/** Copies a text. Without `https:` browsers support only the old way. @returns whether it was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  try {
    // The only way for pages that are served without TLS.
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
  }
}
