/** The page in a thread's zip file. It needs neither a server nor scripts, and loads only the files beside it. */
import { escapeHtml, plainLinks, plainPrinters, printHtml } from '../../../mappings/comment/print-html.ts';
import type { File, Post } from '../../../mappings/contract/post.ts';
import type { Thread } from '../../../mappings/contract/thread.ts';
import { mediaTypeOf } from '../../../mappings/media.ts';
import type { Site } from '../../shared/site.ts';

/** The result for a file: its path beside the page, or the reason why it is missing. */
export type ZippedFile = { readonly path: string } | 'missing' | 'over_limit';

interface PageContext {
  readonly site: Site;
  readonly now: Date;
}

export function zipPage(thread: Thread, files: ReadonlyMap<string, ZippedFile>, { site, now }: PageContext): string {
  const opener = thread.posts.find((post) => post.opener);
  const title = `/${thread.board}/ - ${opener?.subject ?? `Thread ${thread.num}`}`;
  const address = escapeHtml(site.thread(thread.board, thread.num));
  const targets = linkTargets(thread, site);
  const posts = thread.posts.map((post) => postHtml(post, files, targets));
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>Saved from <a href="${address}">${address}</a> on ${time(now.toISOString())}: ${thread.posts.length} posts.</p>
<main>
${posts.join('')}</main>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { max-width: 60rem; margin: 1rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.3rem; }
article { padding: 0.75rem 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
article:target { outline: 2px solid; outline-offset: 0.25rem; }
header, figcaption { font-size: 0.87rem; }
figure { margin: 0.5rem 0; }
img, video { max-width: 100%; max-height: 80vh; }
pre { overflow-x: auto; }
`;

type Targets = ReturnType<typeof linkTargets>;

/** Quotes of posts in this file link within it; all other links lead to the archive. */
function linkTargets({ board, posts }: Thread, site: Site) {
  const here = new Set(posts.filter(({ subnum }) => subnum === 0).map(({ num }) => num));
  return {
    post: (there: string | null, num: number) =>
      (there === null || there === board) && here.has(num) ? `#p${num}` : site.lookUp(there ?? board, num),
    board: (there: string, search: string | null) =>
      search === null ? site.board(there) : site.search(`board:${there} ${search}`),
  };
}

const flowing = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');
const PRINTERS = { ...plainPrinters(escapeHtml, flowing), ...plainLinks(escapeHtml, flowing) };

function postHtml(post: Post, files: ReadonlyMap<string, ZippedFile>, targets: Targets): string {
  const number = `${post.num}${post.subnum > 0 ? `_${post.subnum}` : ''}`;
  const poster = [post.name ?? 'Anonymous', post.tripcode, post.capcode === null ? null : `## ${post.capcode}`]
    .filter((part) => part !== null)
    .join(' ');
  const parts = [
    post.subject === null ? null : `<b>${escapeHtml(post.subject)}</b>`,
    escapeHtml(poster),
    post.posterid === null ? null : `ID: ${escapeHtml(post.posterid)}`,
    time(post.time_posted),
    `<a href="#p${number}">No. ${number}</a>`,
    post.time_deleted_post === null ? null : '(deleted)',
  ].filter((part) => part !== null);
  return (
    `<article id="p${number}">\n<header>${parts.join(' ')}</header>\n` +
    [post.file, ...(post.extra_files ?? [])].map((file) => (file === null ? '' : fileHtml(file, files))).join('') +
    `<div>${printHtml(post.tokens, PRINTERS, targets)}</div>\n${post.comment_truncated === true ? TRUNCATED : ''}</article>\n`
  );
}

const TRUNCATED = '<p>(This comment is longer: only its beginning is in this zip.)</p>\n';

const REASONS: Readonly<Record<Extract<ZippedFile, string>, string>> = {
  missing: 'not in this zip: the archive does not have it',
  over_limit: 'not in this zip: the zip is full',
};

function fileHtml(file: File, files: ReadonlyMap<string, ZippedFile>): string {
  const name = escapeHtml(`${file.name ?? 'file'}${file.type === null ? '' : `.${file.type}`}`);
  const zipped = (file.sha256 === null ? undefined : files.get(file.sha256)) ?? 'missing';
  if (typeof zipped === 'string') return `<p>${name} (${REASONS[zipped]})</p>\n`;
  const path = escapeHtml(zipped.path);
  const shown = file.spoiler ? '' : shownHtml(path);
  const note = file.spoiler ? ' (spoiler)' : '';
  return `<figure>${shown}<figcaption><a href="${path}">${name}</a>${note}</figcaption></figure>\n`;
}

function shownHtml(path: string): string {
  const { mime, isInline } = mediaTypeOf(path.split('.').at(-1) ?? '');
  if (!isInline) return '';
  return mime.startsWith('video/')
    ? `<video src="${path}" controls preload="none"></video>`
    : `<a href="${path}"><img src="${path}" alt="" loading="lazy"></a>`;
}

function time(iso: string): string {
  return `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}
