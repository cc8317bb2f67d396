/** Reads the texts of comments from the server's HTML. */

/** Reads the texts once, before anything changes the page. */
export function readShownTexts(page: ParentNode): (post: string) => string {
  const bodies = new Map<string, Element>();
  for (const body of page.querySelectorAll('article[data-post] .post-body')) {
    bodies.set(body.closest<HTMLElement>('article[data-post]')?.dataset['post'] ?? '', body);
  }
  return (post) => {
    const body = bodies.get(post);
    return body === undefined ? '' : textsIn(body);
  };
}

/** Leaves out the table of a photograph, which is in the data. */
function textsIn(body: Element): string {
  if (body.querySelector('.exif') === null) return body.textContent;
  let text = '';
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { parentElement, nodeValue } = texts.currentNode;
    if (parentElement?.closest('.exif') === null) text += nodeValue ?? '';
  }
  return text;
}
