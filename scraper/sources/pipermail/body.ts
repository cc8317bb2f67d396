/** The text of a message → HTML that our parser reads, and a list of its attachments. */
import { escapeHtml } from '../columns.ts';

export interface AttachmentNote {
  readonly name: string;
  readonly type: string;
  /** Bytes; null where the note has no size. */
  readonly size: number | null;
  /** Where the archive stores it; null where it is part of the message. */
  readonly url: string | null;
}

const NOTE = /^-{4,} next part -{4,}\n((?:(?!-{4,} next part).*\n?){1,12})/gm;

/** Mailman replaces attachments with notes. */
export function scrubbedAttachments(text: string): AttachmentNote[] {
  return [...text.replaceAll('\r\n', '\n').matchAll(NOTE)].flatMap(([, note = '']) => {
    const kind = /^An? (.{1,80}) (?:attachment|message|file) was scrubbed/m.exec(note)?.[1];
    if (kind === undefined) return [];
    const size = /^Size: {0,4}(\d{1,12}) bytes/m.exec(note)?.[1];
    const url = /^U(?:rl|RL) ?: {0,4}<?(https?:\/\/[^\s<>]{1,1000})/m.exec(note)?.[1];
    return [
      {
        name: /^Name: {0,4}(.{1,300})$/m.exec(note)?.[1]?.trim() ?? '',
        type: /^Type: {0,4}(.{1,100})$/m.exec(note)?.[1]?.trim() ?? (kind === 'HTML' ? 'text/html' : ''),
        size: size === undefined ? null : Number(size),
        url: url ?? null,
      },
    ];
  });
}

/** Quoting lines begin with `>` and become greentext. Spaces at the start of a line are kept, for source code. */
export function commentOfText(text: string, attachments: readonly AttachmentNote[]): string {
  const lines = text.replaceAll('\r\n', '\n').replace(/\s+$/, '').replace(/^\n+/, '').split('\n');
  const body = lines.map(lineToHtml).join('<br>');
  const notes = attachments.map(({ name, type, size }) => {
    const facts = [name, type, size === null ? '' : `${size} bytes`].filter((fact) => fact !== '');
    return `<small>[attached: ${escapeHtml(facts.join(', '))}]</small>`;
  });
  return [...(body === '' ? [] : [body]), ...notes].join('<br><br>');
}

function lineToHtml(line: string): string {
  const trimmed = line.trimEnd();
  if (/^ ?>/.test(trimmed)) return `<span class="quote">${escapeHtml(trimmed.trimStart())}</span>`;
  const indent = /^[ \t]+/.exec(trimmed)?.[0] ?? '';
  return '&nbsp;'.repeat(indent.replaceAll('\t', '    ').length) + escapeHtml(trimmed.slice(indent.length));
}
