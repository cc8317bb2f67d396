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
