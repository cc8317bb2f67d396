/** A page of one sentence, for readers whom no page of the application can tell it. */
import { escapeHtml } from '../html.ts';

export function notePage(title: string, sentence: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(sentence)}</p>
<p><a href="/search">Search the archive</a></p>
</body>
</html>
`;
}
