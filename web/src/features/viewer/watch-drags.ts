/**
 * Lets Chromium save a file that is dragged out of the window under its name. Other browsers ignore the value, and save what they see
 * under the name that the server sends.
 */
export function watchDrags(): void {
  document.addEventListener('dragstart', nameDragged);
}

function nameDragged({ target, dataTransfer }: DragEvent): void {
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>('a.picture[data-expand], a[download]') : null;
  // The alternative text of a thumbnail is the name of its file.
  const name = link?.download || link?.querySelector('img')?.alt;
  if (link === null || !name || !name.includes('.')) return;
  // The parts of the value are separated by colons.
  const saved = name.replaceAll(/[:/\\]/g, '_');
  dataTransfer?.setData('DownloadURL', `application/octet-stream:${saved}:${link.href}`);
}
