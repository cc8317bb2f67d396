/** Base64, as posts have an MD5, in hexadecimal digits. */
export function hexOfBase64(text: string): string {
  return Array.from(atob(text), (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
