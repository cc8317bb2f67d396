/** Reasons of reports in the order of the menu, the worst first. */
export const REPORT_CATEGORIES = ['child_abuse', 'illegal', 'personal_data', 'copyright', 'spam', 'other'] as const;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

/** pages: the pages and the API. offsite: a report for another site, which a reader's script forwards. */
export type ReportOrigin = 'pages' | 'offsite';

/** Orders of the queue: by the age of the oldest report, or the most reports first. */
export const REPORT_ORDERS = ['oldest', 'newest', 'reports'] as const;
export type ReportOrder = (typeof REPORT_ORDERS)[number];

/** Characters of a note. PostgreSQL accepts twice as many UTF-16 code units at most. */
export const MAX_NOTE = 500;

/** Decisions about a reported post; `dismiss` shows a post again that reports had hidden. */
export const REPORT_DECISIONS = ['dismiss', 'hide', 'purge', 'delete_file', 'ban_file'] as const;

/** Recorded decisions. A purge deletes the reports. */
export const RECORDED_DECISIONS = ['dismissed', 'hidden', 'shown', 'file_deleted', 'file_banned'] as const;
export type RecordedDecision = (typeof RECORDED_DECISIONS)[number];

/** Decisions that readers learn about their reports. */
export type TicketDecision = RecordedDecision | 'purged';

/** The page that shows a reader what staff decided about the report. */
export const REPORT_TICKET_PAGE = '/moderation/report';
/** The same page for readers without scripts, by POST. */
export const REPORT_TICKET_FORM = '/_/report/ticket';

/** Characters of an answer to readers. PostgreSQL accepts twice as many UTF-16 code units at most. */
export const MAX_ANSWER = 500;

/** Bans that come with a decision: the writer of the ghost post, or the networks that reported it. */
export const BANNED_BY_DECISION = ['writer', 'reporters'] as const;
