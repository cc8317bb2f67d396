/** Messages about alerts, as JSON for programs and as text for people. Pure. */
import { ALERT_RULES } from './rules.ts';
import type { AlertChange } from './alerts.ts';

export interface Sender {
  /** The address of the archive; null if SAGASU_PUBLIC_URL is not set. */
  readonly archive: string | null;
  /** The machine that sends. */
  readonly server: string;
}

export interface Message {
  /** The same in every attempt. */
  readonly id: string;
  readonly at: string;
  readonly changes: readonly AlertChange[];
}

/** More alerts are counted only. */
const MOST_SHOWN = 50;

/** The body of the webhook; docs/operations/monitor.md describes it. */
export function toJson(message: Message, sender: Sender): string {
  const { subject, text } = toText(message, sender);
  const { at, changes } = message;
  return JSON.stringify({
    type: changes.length === 0 ? 'alerts.test' : 'alerts.changed',
    timestamp: at,
    data: {
      ...sender,
      subject,
      alerts: changes.slice(0, MOST_SHOWN).map((change) => toEntry(change, sender)),
      left_out: Math.max(0, changes.length - MOST_SHOWN),
    },
    // Slack, Mattermost and others show this field.
    text: `${subject}\n\n${text}`,
  });
}

function toEntry({ status, isRepeated, alert }: AlertChange, { archive }: Sender) {
  const rule = ruleOf(alert.name);
  return {
    status,
    is_repeated: isRepeated,
    key: alert.key,
    name: alert.name,
    severity: rule?.severity ?? 'warning',
    summary: alert.summary,
    detail: alert.detail,
    since: alert.since,
    resolved_at: status === 'resolved' ? alert.goneAt : null,
    meaning: rule?.meaning ?? null,
    action: rule?.action ?? null,
    url: pageOf(alert.path, archive),
  };
}

export function toText({ changes }: Message, sender: Sender): { readonly subject: string; readonly text: string } {
  const where = sender.archive === null ? sender.server : new URL(sender.archive).host;
  const from = `Sent by the server on ${sender.server}. "sagasu status" shows everything.`;
  if (changes.length === 0) {
    return { subject: `[${where}] Test of alerts`, text: `Alerts reach you here. Nothing is wrong.\n\n${from}` };
  }
  const shown = changes.slice(0, MOST_SHOWN).map((change) => toParagraph(change, sender));
  const more = changes.length > MOST_SHOWN ? [`${changes.length - MOST_SHOWN} more are left out.`] : [];
  return { subject: `[${where}] ${subjectOf(changes)}`, text: [...shown, ...more, from].join('\n\n') };
}

function subjectOf(changes: readonly AlertChange[]): string {
  const [first] = changes;
  if (changes.length === 1 && first !== undefined) {
    return `${first.status === 'firing' ? 'Alert' : 'Resolved'}: ${oneLine(first.alert.summary)}`;
  }
  const firing = changes.filter(({ status }) => status === 'firing').length;
  const parts = [
    ...(firing > 0 ? [firing === 1 ? '1 alert' : `${firing} alerts`] : []),
    ...(firing < changes.length ? [`${changes.length - firing} resolved`] : []),
  ];
  return parts.join(', ');
}

function toParagraph({ status, isRepeated, alert }: AlertChange, { archive }: Sender): string {
  const rule = ruleOf(alert.name);
  const since = `since ${minute(alert.since)}`;
  if (status === 'resolved') {
    return [
      `RESOLVED: ${alert.summary}`,
      `${alert.name}, ${since}, until ${minute(alert.goneAt ?? alert.since)}.`,
    ].join('\n');
  }
  const page = pageOf(alert.path, archive) ?? alert.path;
  return [
    `${isRepeated ? 'STILL FIRING' : 'FIRING'}: ${alert.summary}${alert.detail === null ? '' : `: ${alert.detail}`}`,
    `${alert.name}, ${rule?.severity ?? 'warning'}, ${since}.`,
    ...(rule === undefined ? [] : [rule.meaning, `What to do: ${rule.action}`]),
    ...(page === null ? [] : [`Page: ${page}`]),
  ].join('\n');
}

const ruleOf = (name: string) => ALERT_RULES.find((rule) => rule.name === name);

function pageOf(path: string | null, archive: string | null): string | null {
  return path === null || archive === null ? null : new URL(path, archive).href;
}

/** `2026-11-21 10:50 UTC` */
function minute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Subjects have one line, and other programs' words may have several. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 150);
}
