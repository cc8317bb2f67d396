import {
  REPORT_CATEGORIES,
  REPORT_ORDERS,
  type ReportCategory,
  type ReportOrder,
} from '../../../../../mappings/report.ts';

export interface ReportFilter {
  readonly board?: string | undefined;
  readonly category?: ReportCategory | undefined;
  readonly state?: 'closed' | undefined;
  readonly order?: ReportOrder | undefined;
  readonly page?: string | undefined;
}

/** The filters in an address or a form. Invalid values are ignored. */
export function readReportFilter(raw: Readonly<Record<string, unknown>>): ReportFilter {
  const { board, category, state, order, page } = raw;
  return {
    board: typeof board === 'string' && /^[a-z0-9][a-z0-9_-]{0,31}$/.test(board) ? board : undefined,
    category: REPORT_CATEGORIES.find((name) => name === category),
    state: state === 'closed' ? state : undefined,
    order: REPORT_ORDERS.find((name) => name === order && name !== 'oldest'),
    page: typeof page === 'string' && /^[1-9]\d{0,2}$/.test(page) && page !== '1' ? page : undefined,
  };
}
