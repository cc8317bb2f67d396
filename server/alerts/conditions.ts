/** The conditions of alerts that hold, from a reading of the overview. Pure. */
import type { Overview, OverviewLine } from '../../mappings/contract/overview.ts';
import type { Texts } from '../../mappings/texts.ts';
import { englishReason } from '../overview/english.ts';
import { ALERT_RULES, type AlertRule } from './rules.ts';

export interface Condition {
  readonly rule: AlertRule;
  /** Equal for the same fault in every reading. */
  readonly key: string;
  readonly summary: string;
  readonly detail: string | null;
  readonly since: string | null;
  /** The page where one can act. */
  readonly path: string | null;
}

export interface Conditions {
  readonly found: readonly Condition[];
  /** Names of alerts whose conditions could not be read. */
  readonly unknown: ReadonlySet<string>;
}

/** `textsOf` returns the texts of a part. */
export function conditionsOf({ parts }: Overview, textsOf: (part: string) => Texts): Conditions {
  const lines = parts.flatMap((part) => part.lines.map((line) => ({ part: part.name, line })));
  const away = new Set(lines.flatMap(({ line }) => (line.kind === 'stores.down' ? [line.name] : [])));
  const unread = parts.filter((part) => part.unread !== null);
  const isUnknown = ({ part, needs }: AlertRule) =>
    unread.some(({ name }) => name === part) ||
    (needs !== undefined && away.has(needs)) ||
    (part === '*' && away.size > 0);
  const known = ALERT_RULES.filter((rule) => !isUnknown(rule));
  return {
    unknown: new Set(ALERT_RULES.filter(isUnknown).map(({ name }) => name)),
    found: known.flatMap((rule) =>
      rule.part === '*'
        ? unread.map(({ name, unread: reason }) => unreadPart(rule, name, reason))
        : lines
            .filter(({ part, line }) => part === rule.part && rule.holds(line))
            .map(({ part, line }) => conditionOf(rule, line, textsOf(part))),
    ),
  };
}

function conditionOf(rule: AlertRule, line: OverviewLine, texts: Texts): Condition {
  // The number of a line changes while the fault is the same.
  const key = [rule.name, line.kind, line.board, line.name].filter((word) => word !== null).join(' ');
  return {
    rule,
    key,
    summary: line.text,
    detail: englishReason(line, texts),
    since: line.since,
    path: line.href,
  };
}

function unreadPart(rule: AlertRule, name: string, reason: string | null): Condition {
  const summary = `The part ${name} of the overview cannot be read`;
  return { rule, key: `${rule.name} ${name}`, summary, detail: reason, since: null, path: '/admin' };
}
