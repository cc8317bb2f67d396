/** The public log of moderation as HTML for readers without scripts. */
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
import type { PublicLog, PublicLogEntry } from '../../../mappings/contract/public-log.ts';
import type { Site } from '../../http/site.ts';

const ACTIONS = { hide: 'Hidden', show: 'Shown again', purge: 'Deleted for good' } as const;

export function publicLogHtml({ entries, next }: PublicLog, site: Site): string {
  const heading = '<h1 class="section_title">Moderation</h1>\n';
  if (entries.length === 0)
    return `${heading}<p>No board publishes what its moderators did, or they did nothing.</p>\n`;
  const head = ['Time', 'Board', 'Action', 'Posts', 'Who'].map((name) => `<th scope="col">${name}</th>`).join('');
  const rows = entries.map((entry) => rowOf(entry, site)).join('\n');
  const older = `<p><a rel="next" href="${escapeHtml(`${site.base}/moderation?plain=&before=${next}`)}">Older</a></p>\n`;
  return `${heading}<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows}\n</tbody>\n</table>\n${next === null ? '' : older}`;
}

function rowOf({ at, board, action, posts, thread, actor }: PublicLogEntry, site: Site): string {
  const cells = [
    `<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time>`,
    `<a href="${escapeHtml(site.board(board))}">/${escapeHtml(board)}/</a>`,
    ACTIONS[action],
    `${posts}${thread ? ' (whole thread)' : ''}`,
    escapeHtml(actor ?? ''),
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}
